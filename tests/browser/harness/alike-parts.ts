/**
 * Axe is slow, and reports the same for parts that are alike, such as fifty rows of a list or the frame around every
 * page. These scripts run in the page and find the parts that axe has to check.
 */

/**
 * Returns the rows of lists and tables to leave out: of those with the same structure, all but the first and the last.
 * Attributes that name or number something are compared by whether they are present, all others by their value.
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
 * Returns the first text of each kind as `elements`, and the kinds it found. Texts of one kind have the same contrast:
 * the same colour and size on the same backgrounds. If an element lies on top of others, its background depends on more
 * than its parents, so its classes and those of its parents must be the same, too. Kinds in `seen` are left out.
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
