// How much room there is, as the style sheets ask for it.

/** Is there so little that what is seldom wanted is folded? */
export const onPhone = () => matchMedia("(max-width: 480px)").matches;
