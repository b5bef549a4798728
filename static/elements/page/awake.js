// A screen that somebody looks at from time to time stays on while it is wanted. Browsers allow it on secure
// origins alone, and take it back whenever the page is out of sight.

import { setting, settingsBell } from "../../settings.js";

/**
 * Until `signal` aborts the screen is kept on, as long as it is wanted; the answer says whether it is.
 * @param {AbortSignal} signal
 * @returns {(wanted: boolean) => void}
 */
export function keptAwake(signal) {
  let wanted = false;
  let lock = null;
  let asking = false;
  const isWanted = () => wanted && setting("awake") && !signal.aborted;
  const look = async () => {
    if (asking) return; // it is looked at again when that is answered
    if (!isWanted()) return letGo();
    if (lock || document.visibilityState !== "visible") return;
    asking = true;
    const found = await navigator.wakeLock.request("screen").catch(() => null); // not with an empty battery
    asking = false;
    lock = found;
    found?.addEventListener("release", () => found === lock && (lock = null));
    if (!isWanted()) letGo();
  };
  const letGo = () => {
    lock?.release();
    lock = null;
  };
  if (!navigator.wakeLock) return () => {};
  document.addEventListener("visibilitychange", look, { signal });
  settingsBell.addEventListener("changed", look, { signal });
  signal.addEventListener("abort", look);
  return (now) => {
    wanted = now;
    look();
  };
}
