// A JSON Patch (RFC 6902) applied to a document, as the stream sends it. The document stays as it is; what no
// operation touches is the very same in the new one (`===`): whoever draws knows it without looking inside.

const END = "-";
const WHOLE = /^(0|[1-9]\d*)$/;

/** It does not fit this document. */
export class Unfit extends Error {}

/**
 * @typedef {{ op: string, path: string, value?: any, from?: string }} Operation
 * @param {any} doc
 * @param {Operation[]} operations
 * @throws {Unfit}
 */
export function patched(doc, operations) {
  /** Made by this patch, so that it need not be copied once more. */
  const fresh = new Set();
  return operations.reduce((now, operation) => step(now, operation, fresh), doc);
}

/**
 * @param {any} doc
 * @param {Operation} operation
 * @param {Set<any>} fresh
 */
function step(doc, { op, path, value, from }, fresh) {
  switch (op) {
    case "add":
    case "replace":
    case "remove":
      return changed(doc, names(path), op, value, fresh);
    case "copy": {
      const twice = found(doc, names(from));
      fresh.clear(); // what stands in two places is changed in neither
      return changed(doc, names(path), "add", twice, fresh);
    }
    case "move": {
      const moved = found(doc, names(from));
      return changed(changed(doc, names(from), "remove", null, fresh), names(path), "add", moved, fresh);
    }
    case "test":
      if (JSON.stringify(found(doc, names(path))) !== JSON.stringify(value)) throw new Unfit(path);
      return doc;
    default:
      throw new Unfit(op);
  }
}

/** The names on the way to a place, as a JSON Pointer has them (RFC 6901). */
function names(path) {
  if (path === "") return [];
  if (typeof path !== "string" || !path.startsWith("/")) throw new Unfit(path);
  return path.slice(1).split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function found(doc, path) {
  return path.reduce((at, name) => {
    if (!has(at, name)) throw new Unfit(name);
    return at[name];
  }, doc);
}

/** The document with another thing at that place; all on the way there is copied, and nothing else. */
function changed(doc, path, op, value, fresh) {
  if (!path.length) {
    if (op === "remove") throw new Unfit("nothing would be left");
    return value;
  }
  const [name, ...rest] = path;
  if (rest.length) {
    if (!has(doc, name)) throw new Unfit(name);
    const copy = own(doc, fresh);
    copy[name] = changed(doc[name], rest, op, value, fresh);
    return copy;
  }
  const copy = own(doc, fresh);
  if (Array.isArray(copy)) splice(copy, name, op, value);
  else if (op !== "add" && !has(copy, name)) throw new Unfit(name);
  else if (op === "remove") delete copy[name];
  else copy[name] = value;
  return copy;
}

/** @param {any[]} list */
function splice(list, name, op, value) {
  if (op === "add" && (name === END || name === String(list.length))) list.push(value);
  else if (!has(list, name)) throw new Unfit(name);
  else if (op === "add") list.splice(Number(name), 0, value);
  else if (op === "remove") list.splice(Number(name), 1);
  else list[Number(name)] = value;
}

function has(at, name) {
  if (Array.isArray(at)) return WHOLE.test(name) && Number(name) < at.length;
  return at !== null && typeof at === "object" && Object.hasOwn(at, name);
}

function own(value, fresh) {
  if (fresh.has(value)) return value;
  if (value === null || typeof value !== "object") throw new Unfit("no way through");
  const copy = Array.isArray(value) ? [...value] : { ...value };
  fresh.add(copy);
  return copy;
}
