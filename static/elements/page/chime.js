// A soft chime when it is one's turn, for who has asked for it, and a buzz. Browsers let a page sound and
// buzz only after a tap.

import { setting, settingsBell } from "../../settings.js";

const NOTES_HZ = [523.25, 783.99]; // a fifth, like a station's bell
const LASTS_S = 0.9;
const APART_S = 0.14;
const LOUDNESS = 0.12;

let sound = null;

function wake() {
  if (!setting("chime") || sound) return;
  const Sound = window.AudioContext ?? /** @type {any} */ (window).webkitAudioContext;
  if (Sound) sound = new Sound();
}

for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, wake, { passive: true });
settingsBell.addEventListener("changed", wake);

export function chime() {
  if (!setting("chime") || !sound) return;
  sound.resume();
  NOTES_HZ.forEach((pitch, at) => {
    const begins = sound.currentTime + at * APART_S;
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, begins);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + LASTS_S);
    tone.connect(volume).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + LASTS_S);
  });
}

/** A short buzz, where there is one; browsers allow it once the page has been touched. */
export function buzz(pattern) {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern);
}
