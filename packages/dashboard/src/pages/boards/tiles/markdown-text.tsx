import { lexer, type MarkedToken, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";

/** What is nested deeper is shown as it was typed, so that a hostile text cannot exhaust the stack. */
const depthMax = 10;

/**
 * Shows the safe part of Markdown. The library only reads the text, and this makes elements of what it has read, so no
 * HTML is ever made of it. HTML in the text is shown as it was typed, and so are links that lead to no web page.
 */
export function MarkdownText({ text }: { readonly text: string }) {
  return <Parts tokens={lexer(text, { gfm: true, breaks: true })} depth={0} />;
}

interface PartsProps {
  readonly tokens: readonly Tokens.Generic[];
  readonly depth: number;
}

function Parts({ tokens, depth }: PartsProps): ReactNode {
  if (depth > depthMax) return tokens.map(({ raw }) => raw).join("");
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart.
  return tokens.map((token, nth) => <Part key={nth} token={token as MarkedToken} depth={depth} />);
}

function Part({ token, depth }: { readonly token: MarkedToken; readonly depth: number }): ReactNode {
  const inside = (tokens: readonly Tokens.Generic[]) => <Parts tokens={tokens} depth={depth + 1} />;
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      const Heading = headings[token.depth - 1] ?? "h5";
      return <Heading className="font-semibold">{inside(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{inside(token.tokens)}</p>;
    case "list":
      return <List list={token} depth={depth} />;
    case "blockquote":
      return (
        <blockquote className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-muted">
          {inside(token.tokens)}
        </blockquote>
      );
    case "table":
      return <Table table={token} depth={depth} />;
    case "code":
      return <pre className="shrink-0 overflow-x-auto rounded-md bg-sunken p-2 font-mono">{token.text}</pre>;
    case "hr":
      return <hr className="border-line" />;
    case "text":
      return token.tokens === undefined ? token.text : inside(token.tokens);
    case "escape":
      return token.text;
    case "strong":
      return <strong>{inside(token.tokens)}</strong>;
    case "em":
      return <em>{inside(token.tokens)}</em>;
    case "del":
      return <del>{inside(token.tokens)}</del>;
    case "codespan":
      return <code className="rounded-sm bg-sunken px-1 font-mono">{token.text}</code>;
    case "br":
      return <br />;
    case "checkbox":
      return token.checked ? "☑ " : "☐ ";
    case "link":
      return isWebAddress(token.href) ? <Link to={token.href}>{inside(token.tokens)}</Link> : token.raw;
    // Loading it would tell another server who looks at the board, and the content policy refuses it.
    case "image":
      return isWebAddress(token.href) ? <Link to={token.href}>{token.text || token.href}</Link> : token.raw;
    default:
      return <span className="whitespace-pre-wrap">{token.raw}</span>;
  }
}

/** Below the title of the tile. */
const headings = ["h3", "h4", "h5"] as const;

function List({ list, depth }: { readonly list: Tokens.List; readonly depth: number }) {
  const items = list.items.map(({ tokens, task }, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing else that tells them apart.
    <li key={nth} className={task ? "list-none" : undefined}>
      <Parts tokens={tokens} depth={depth + 1} />
    </li>
  ));
  if (!list.ordered) return <ul className="list-disc pl-5">{items}</ul>;
  return (
    <ol className="list-decimal pl-5" start={list.start === "" ? 1 : list.start}>
      {items}
    </ol>
  );
}

function Table({ table, depth }: { readonly table: Tokens.Table; readonly depth: number }) {
  const cells = (Cell: "th" | "td", row: readonly Tokens.TableCell[]) => (
    <tr className="border-b border-line">
      {row.map(({ tokens, align }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have nothing else that tells them apart.
        <Cell key={nth} className={`py-1 pr-3 ${align === "right" ? "text-right" : "text-left"}`}>
          <Parts tokens={tokens} depth={depth + 1} />
        </Cell>
      ))}
    </tr>
  );
  return (
    <div className="shrink-0 overflow-x-auto">
      <table>
        <thead>{cells("th", table.header)}</thead>
        <tbody>
          {table.rows.map((row, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that tells them apart.
            <Fragment key={nth}>{cells("td", row)}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Link({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className="text-accent hover:underline">
      {children}
    </a>
  );
}

/** Nothing else is linked, so that a link cannot run a script. */
function isWebAddress(address: string): boolean {
  const { protocol } = URL.parse(address) ?? {};
  return protocol === "http:" || protocol === "https:";
}
