/** Shows the help of a node. It is Markdown, but uses only code and emphasis. */
export function HelpText({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/).map((part, place) => {
    const inner = part.slice(1, -1);
    if (place % 2 === 0) return part;
    return part.startsWith("`") ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order.
      <code key={place} className="rounded-sm bg-sunken px-1 font-mono text-xs">
        {inner}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order.
      <em key={place} className="text-text not-italic">
        {inner}
      </em>
    );
  });
}
