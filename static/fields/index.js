// Every kind of field; importing this makes all of them known.

import "./choice.js";
import "./choices.js";
import "./count.js";
import "./counts.js";
import "./dice.js";
import "./dice-set.js";
import "./facts.js";
import "./flag.js";
import "./links.js";
import "./money.js";
import "./place.js";
import "./places.js";
import "./rows.js";
import "./shares.js";
import "./text.js";
