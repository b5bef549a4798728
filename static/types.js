// What the server sends, as the pages read it, in the words of the contract (openapi.yaml): for whoever reads
// the pages, and for their checker. No browser fetches this file. What only one game has is named by no page,
// so it stands as it comes.

/**
 * A place of a grid, an item of a list, a marker, the head of a bar; `account` and `figure`: which tracked
 * figure it shows.
 * @typedef {object} Cell
 * @property {string} [text]
 * @property {number} [number]
 * @property {string} [unit] `$` stands before the number, any other after it
 * @property {string} [railroad]
 * @property {number | null} [seat] null: nobody yet
 * @property {number[]} [seats] whom `text` names together; none: nobody yet
 * @property {string} [hint]
 * @property {string} [brief] how a glance says it, if not by its head and its number
 * @property {boolean} [strong]
 * @property {boolean} [computed]
 * @property {string} [colour] of what the words name, as CSS writes it
 * @property {string} [account]
 * @property {string} [figure]
 */

/**
 * A panel; which members it has depends on its kind.
 * @typedef {object} PanelDocument
 * @property {"track" | "meter" | "bars" | "grid" | "list" | "card"} kind
 * @property {string} name
 * @property {string} title
 * @property {string} [account]
 * @property {string} [figure]
 * @property {boolean} [computed]
 * @property {number} [min] of a track, as all up to `labels`
 * @property {number} [max]
 * @property {number} [last]
 * @property {(Cell & { at: number })[]} [markers]
 * @property {string[]} [labels]
 * @property {number} [progress] of a meter, as `of` and `text`
 * @property {number} [of]
 * @property {string} [text]
 * @property {string} [unit] of bars, as `bars`
 * @property {{ head: Cell, number: number, of: number | null }[]} [bars]
 * @property {Cell[]} [columns] of a grid, as `rows`
 * @property {{ head: Cell, cells: Cell[] }[]} [rows]
 * @property {string} [hint] of a grid: what is still to come
 * @property {Cell[]} [items] of a list, as `empty`
 * @property {string} [empty]
 * @property {number} [seat] of a card
 */

/**
 * @typedef {object} Choice
 * @property {any} value what is answered: a word, a number, a seat
 * @property {string} label
 * @property {string} [hint]
 * @property {string[]} [near] from where a link is known to lead to this place
 * @property {string[]} [built] from where the link to this place is somebody's
 * @property {string} [beware] what may well go wrong
 * @property {string} [disabled] why it cannot be taken
 */

/**
 * A field of an offer, or a fact that is asked for.
 * @typedef {object} Spec
 * @property {string} name
 * @property {string} label
 * @property {string} kind
 * @property {string} [wanted] what is still needed while it is not answered, if not its label
 * @property {boolean} [required]
 * @property {any} [default]
 * @property {boolean} [pencilled] its default is confirmed only after a tap on it
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [open] values outside the choices are allowed
 * @property {number} [first] of many choices so many; the others come by their key
 * @property {Choice[]} [choices]
 * @property {Record<string, any>} [when]
 * @property {Spec[]} [fields]
 * @property {any} [known] of a calculator: what the atlas knows, which holds where nothing is said
 * @property {Need[]} [needs]
 * @property {string} [help]
 * @property {string} [hint] of a tick: what it does, below its words
 * @property {{ game: string, rule: string }} [about] the heading that opens its rule
 * @property {string} [heading]
 * @property {boolean} [nullable]
 * @property {string[]} [near]
 * @property {boolean} [said]
 * @property {boolean} [asked]
 * @property {boolean} [aside] it is shown folded away
 * @property {number[]} [faces] of dice, the highest of each
 * @property {boolean} [remembers] amounts entered earlier have keys
 * @property {string} [from] where a link begins, to whose field it is
 * @property {boolean} [unlabelled] one of several that have a label together
 * @property {string[]} [named] places that were named beside it a moment ago
 */

/**
 * A fact of the printed board that the table is asked for: where it stands among the facts; of numbers side
 * by side, their row's heading and their column's.
 * @typedef {Spec & { path: string[], row?: string, column?: string }} Need
 */

/**
 * @typedef {object} Offer
 * @property {string} type
 * @property {number} seat
 * @property {string} label
 * @property {string} [help]
 * @property {string} rule
 * @property {string[]} [unchecked]
 * @property {boolean} [aside]
 * @property {boolean} [anytime] several may take it up at once
 * @property {string} [confirm] what Confirm says
 * @property {Record<string, any>} [confirm_when] with which answers it says so
 * @property {boolean} [terms] the label says all terms of the move
 * @property {string} [tiles] the field whose choices are buttons of their own
 * @property {Record<string, any>} [sends] members that no field asks for
 * @property {Spec[]} [fields]
 */

/**
 * @typedef {object} Posting
 * @property {string} from
 * @property {string} to
 * @property {number} amount
 * @property {string} why
 * @property {string} [what]
 */

/**
 * A line of what is to be checked on the table.
 * @typedef {{ name?: string, label?: CheckCell, values: CheckCell[], of?: string,
 *   figure?: string }} CheckLine
 * @typedef {Cell & { of?: number, word?: string, yes?: boolean, hidden?: boolean, column?: Cell }} CheckCell
 */

/** @typedef {{ text: string, told?: boolean, pieces?: string[], kind?: string, own?: string,
 *   seat?: number }} Instruction */

/** @typedef {{ of: string, name: string, from: any, to: any, unit?: string, repeated?: boolean }} Affect */

/**
 * A line of the journal.
 * @typedef {object} Entry
 * @property {number} revision
 * @property {string} at
 * @property {string} by `host`, `seat:n`, `limit` or `app`
 * @property {any} move a game's own, or null
 * @property {Posting[]} [postings]
 * @property {{ what: string, from: string, to: string, amount: number }[]} [movements] not of money
 * @property {Instruction[]} [instructions]
 * @property {Affect[]} [affects]
 * @property {string} summary
 * @property {string} [headline] what matters most first, without the sums that its postings have
 * @property {string} [remark] of a dry run: that it ends the game, or what seems odd
 * @property {boolean} [undone]
 * @property {any} [amended]
 * @property {boolean} [sealed]
 */

/**
 * @typedef {object} Auction
 * @property {string} railroad
 * @property {string} style
 * @property {number} high_bid
 * @property {number | null} high_seat
 * @property {number | null} to_act
 * @property {number} minimum
 * @property {number[]} passed
 * @property {number[]} [cannot_bid]
 * @property {Record<string, number>} affordable
 * @property {any} [share]
 * @property {number} [opener]
 * @property {string} [pays_to]
 * @property {number} [least_bid]
 * @property {{ amount: number, words: string }} [needs]
 * @property {string} [spent]
 */

/**
 * @typedef {{ seat: number, name: string, colour: string, claimed: boolean, connected: boolean,
 *   cash: number | null, shares: Record<string, number>, imaginary?: boolean } & Record<string, any>} Seat
 * @typedef {{ id: string, name: string, colour: string } & Record<string, any>} Railroad
 */

/**
 * The table as this viewer sees it.
 * @typedef {object} TableDocument
 * @property {string} code
 * @property {string} game
 * @property {string} game_name
 * @property {any[]} [money_requests] of the bank alone
 * @property {{ prefix: string, suffix: string }} money
 * @property {number} version
 * @property {number} revision
 * @property {"setup" | "playing" | "finished"} status
 * @property {number | null} round
 * @property {string} step
 * @property {{ balance: number | null, paper_total: number | null, short: boolean }} bank
 * @property {Seat[]} seats
 * @property {Railroad[]} railroads
 * @property {{ seat: number | null, seats: number[], next?: number | null, railroad: string | null,
 *   prompt: string }} turn
 * @property {Auction | null} auction
 * @property {Offer[]} offers
 * @property {{ type: string, seat: number, label: string, why: string }[]} [unavailable]
 * @property {{ condition: string, progress: number, of: number | null, counts: string, met: boolean }[]} end
 * @property {Record<string, any>} rulings
 * @property {Record<string, any>} options
 * @property {{ id: string, seat: number, pin: string, may_answer?: boolean }[] | null} requests
 * @property {PanelDocument[]} panels
 * @property {Entry[]} recent
 * @property {{ role: "host" | "seat" | "join" | "reader", seat: number | null, limit?: number }} you
 * @property {boolean} redo
 * @property {number} [at] the entry after which it stood so, if that was asked for
 * @property {boolean} [practice] a copy, to try things out
 * @property {string} [next_table] where the host plays again
 * @property {string | null} join_url
 * @property {string | null} join_pin six digits for a phone that cannot scan
 * @property {{ revision: number, text: string }} [damaged]
 */

export {};
