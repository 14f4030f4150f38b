/**
 * Axe takes long, and says the same of what is alike: of fifty rows of a list, and of the frame that is around every page. These
 * scripts, which run in the page, find what it has to be asked about.
 */

/**
 * Gives the rows of lists and tables to leave out: those between the first and the last that are built alike. Attributes
 * that name or number something count by being there, all others by what they say.
 */
export const rowsBetween = `(root) => {
  const naming = /^(id|href|src|title|value|name|for|alt|datetime|key|data-.*|aria-(label|labelledby|describedby|controls|owns|valuetext|posinset))$/;
  const shapeOf = (element) => {
    const attributes = [...element.attributes].map(({ name, value }) => name + "=" + (naming.test(name) ? value !== "" : value));
    const parts = [...element.childNodes].map((part) =>
      part.nodeType === Node.ELEMENT_NODE ? shapeOf(part) : part.nodeType === Node.TEXT_NODE && part.data.trim() !== "" ? "text" : "");
    return "<" + element.localName + " " + attributes.sort().join(" ") + ">" + parts.join("") + "</>";
  };
  return [...root.querySelectorAll("ul, ol, tbody, table, [role=list], [role=rowgroup]")].flatMap((list) => {
    const alike = Map.groupBy(list.children, shapeOf);
    return [...alike.values()].flatMap((rows) => rows.slice(1, -1));
  });
}`;

/**
 * Gives the first text of each kind, as `elements`, and the kinds it found. Texts of one kind have the same contrast: the same
 * colour and size, on the same backgrounds. Where something lies on top of the page, and so not only on what it is in, the
 * classes of it and of all it is in have to be the same too. Kinds in `seen` are left out.
 */
export const textsOfNewKinds = `(root, seen) => {
  const looks = new Map([[null, { backgrounds: "", veils: "", place: "", isOnTop: false }]]);
  const lookOf = (element) => {
    const known = looks.get(element);
    if (known !== undefined) return known;
    const around = lookOf(element.parentElement);
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, position, transform } = style;
    const isOpaque = backgroundColor.startsWith("rgb(");
    const look = {
      style,
      backgrounds: (isOpaque ? "" : around.backgrounds) + ("[" + backgroundColor + " " + backgroundImage + "]").replace("[rgba(0, 0, 0, 0) none]", ""),
      veils: around.veils + ("[" + opacity + " " + filter + "]").replace("[1 none]", ""),
      place: around.place + element.localName + "." + element.getAttribute("class") + ";",
      isOnTop: around.isOnTop || ["absolute", "fixed", "sticky"].includes(position) || transform !== "none",
    };
    looks.set(element, look);
    return look;
  };
  const kindOf = (element) => {
    const { style, backgrounds, veils, place, isOnTop } = lookOf(element);
    return [style.color, style.fontSize, style.fontWeight, style.textShadow, backgrounds, veils, isOnTop ? place : ""].join("|");
  };
  const off = ":disabled, :disabled *, [aria-disabled=true], [aria-disabled=true] *";
  const isSeen = (element) => element.offsetWidth !== 1 && element.checkVisibility({ visibilityProperty: true });
  const isText = (element) => element.matches("input, select, textarea") ||
    [...element.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim() !== "");
  const known = new Set(seen);
  const found = new Map();
  for (const element of root.querySelectorAll("*")) {
    if (!isText(element) || !isSeen(element)) continue;
    const kind = kindOf(element) + "|" + (element.matches(off) || element.control?.matches(off));
    if (!known.has(kind) && !found.has(kind)) found.set(kind, element);
  }
  return { elements: [...found.values()], kinds: [...found.keys()] };
}`;
