// One field element per kind of field. A kind nobody knows here is drawn as text: better clumsy than lost.

import { ChoiceField } from "./choice.js";
import { ChoicesField } from "./choices.js";
import { CountField } from "./count.js";
import { CountsField } from "./counts.js";
import { DiceField } from "./dice.js";
import { FactsField } from "./facts.js";
import { FlagField } from "./flag.js";
import { LinksField } from "./links.js";
import { MoneyField } from "./money.js";
import { PlaceField } from "./place.js";
import { PlacesField } from "./places.js";
import { RowsField } from "./rows.js";
import { SeatField } from "./seat.js";
import { SharesField } from "./shares.js";
import { TextField } from "./text.js";

const KINDS = {
  choice: ChoiceField,
  choices: ChoicesField,
  seat: SeatField,
  money: MoneyField,
  count: CountField,
  counts: CountsField,
  dice: DiceField,
  flag: FlagField,
  text: TextField,
  links: LinksField,
  place: PlaceField,
  places: PlacesField,
  rows: RowsField,
  shares: SharesField,
  facts: FactsField,
};

export function makeField(spec, doc, value) {
  const field = new (KINDS[spec.kind] ?? TextField)();
  field.spec = { required: true, ...spec };
  field.doc = doc;
  const first = value ?? spec.default;
  field.value = first === undefined || (first === null && !offersNothing(spec)) ? onlyChoice(field.spec) : first;
  return field;
}

/** What need not be asked: the one choice that can be taken, where one must be. */
function onlyChoice({ kind, choices = [], required, open }) {
  const enabled = choices.filter((choice) => !choice.disabled);
  const single = kind === "choice" || kind === "seat" || kind === "place";
  return single && required && !open && enabled.length === 1 ? enabled[0].value : undefined;
}

/** Whether "nothing" is among the choices: then null is an answer, not the lack of one. */
function offersNothing(spec) {
  return (spec.choices ?? []).some((choice) => choice.value === null);
}
