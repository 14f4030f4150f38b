/**
 * A label that takes up as much room as it does in bold, so that its neighbours stay where they are when it is chosen. The
 * bold text is drawn by the style sheet, invisibly: nobody reads it twice.
 */
export function SteadyLabel({ text }: { readonly text: string }) {
  return (
    <span
      data-text={text}
      className="inline-flex flex-col items-center after:invisible after:block after:h-0 after:overflow-hidden after:font-medium after:content-[attr(data-text)]"
    >
      {text}
    </span>
  );
}
