// The members of a class stand in one order, in sections that are told by what a member does: a reader finds the
// listeners of any element in one place, and what it draws in another.

/** The sections of a class, after its fields. */
export const SECTIONS = ["lifecycle", "asked from outside", "events", "drawing", "internals"];
/** A class with so many members besides its fields says where each section begins. */
export const MANY = 8;
const MAKES_NODES = new Set("h svg button icon rule pageLink".split(" "));
const PLACES_NODES = new Set(
  "replaceChildren append prepend before after replaceWith insertBefore fill fillParts setAttribute removeAttribute toggleAttribute"
    .split(" "),
);
const SHOWN = new Set("textContent hidden className".split(" "));

const called = ({ type, callee }) => (type === "CallExpression" ? callee.property?.name ?? callee.name : "");

/** A node and those above it, the nearest first. */
function* upwards(node) {
  for (let one = node; one; one = one.parent) yield one;
}

const memberOf = (node) => [...upwards(node)].find(({ parent }) => parent?.type === "ClassBody");

/** Is this what happens when somebody does something: a listener, or the press of a button? */
function listens(node) {
  return [...upwards(node)].some((one) => {
    if (one.type === "Property") return one.key.name === "on";
    if (called(one) === "addEventListener") return true;
    return one.type === "ArrowFunctionExpression" && called(one.parent) === "button";
  });
}

/** What a class is found to do while it is walked through: which members listen, and which draw. */
export function walk(told) {
  const classes = [];
  const draws = (node) => {
    const member = memberOf(node);
    if (member) classes.at(-1)?.drawing.add(member.range[0]);
  };
  return {
    ClassBody() {
      classes.push({ heard: new Set(), drawing: new Set() });
    },
    CallExpression(node) {
      if (MAKES_NODES.has(called(node)) || PLACES_NODES.has(called(node))) draws(node);
    },
    AssignmentExpression(node) {
      if (SHOWN.has(node.left.property?.name)) draws(node);
    },
    MemberExpression(node) {
      const own = node.object.type === "ThisExpression" && node.property.type === "PrivateIdentifier";
      if (own && listens(node)) classes.at(-1)?.heard.add(node.property.name);
    },
    "ClassBody:exit"(body) {
      told(body, sectioned(body, classes.pop()));
    },
  };
}

/** The members after the fields, each with its section. */
function sectioned(body, { heard, drawing }) {
  const sectionOf = ({ key, kind, range }) => {
    const own = key.type === "PrivateIdentifier";
    if (kind === "constructor" || /Callback$/.test(key.name)) return 0;
    if (own && heard.has(key.name) && kind === "method") return 2;
    if (kind === "method" && drawing.has(range[0])) return 3;
    return own ? 4 : 1;
  };
  const members = body.body.filter(({ type }) => type === "MethodDefinition");
  return members.map((member) => ({ member, section: sectionOf(member) }));
}

/** What stands over the first member of a section. */
export function heading(section) {
  return `// --- ${SECTIONS[section]} `.padEnd(80, "-");
}

const rule = {
  create(context) {
    const text = context.sourceCode.text;
    return walk((body, members) => {
      const report = (node, message) => context.report({ node, message });
      const field = body.body.findLast(({ type }) => type === "PropertyDefinition");
      if (field && members.length && members[0].member.range[0] < field.range[0]) {
        report(field, "A class begins with its fields");
      }
      members.forEach(({ member, section }, at) => {
        const before = at ? members[at - 1].section : -1;
        if (section < before) {
          report(member, `This belongs to ${SECTIONS[section]}, before ${SECTIONS[before]}`);
        }
        const from = body.body[body.body.indexOf(member) - 1]?.range[1] ?? body.range[0];
        const over = text.slice(from, member.range[0]);
        const begins = section > before && members.length >= MANY;
        if (begins && !over.includes(heading(section))) report(member, `Here begins ${SECTIONS[section]}`);
        if (!begins && over.includes("// --- ")) report(member, "No section begins here");
      });
    });
  },
};

export default { name: "house", rules: { members: rule } };
