import type { Command } from "commander";

/**
 * Commands by their names. Only the file of the requested command or group is loaded, because most of what a command needs
 * (the server, the control data) takes longer to load than the list of all commands should take to appear.
 */
export type CommandTree = Readonly<Record<string, CommandLeaf | CommandGroup>>;

export interface CommandLeaf {
  readonly summary: string;
  load(): Promise<DefineCommand>;
}

interface CommandGroup {
  readonly summary: string;
  readonly example: string;
  load(): Promise<CommandTree>;
}

/** Adds arguments, options, help and action to a command that already has its name and summary. */
export type DefineCommand = (command: Command) => void;

export function leaf(summary: string, load: CommandLeaf["load"]): CommandLeaf {
  return { summary, load };
}

/** A command of a group whose file is loaded with its list of commands. */
export function loaded(summary: string, define: DefineCommand): CommandLeaf {
  return leaf(summary, async () => define);
}

/** A command of a file that defines several. */
export function oneOf<Name extends string>(
  load: () => Promise<Readonly<Record<Name, DefineCommand>>>,
  name: Name,
  summary: string,
): CommandLeaf {
  return { summary, load: async () => (await load())[name] };
}
