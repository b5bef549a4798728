// How far down one sees what stands in a form.

/**
 * On a phone held sideways Confirm stands beside the form, and lies over nothing.
 * @param {Element} form
 */
export const isBeside = (form) =>
  form.querySelector(".confirm-bar").getBoundingClientRect().left >=
    form.querySelector(".offer-fields").getBoundingClientRect().right;

/**
 * Where the bar begins that lies over its end, else the end of the window, px below its top.
 * @param {Element} form
 */
export const floorOf = (form) =>
  isBeside(form) ? innerHeight : form.querySelector(".confirm-bar").getBoundingClientRect().top;
