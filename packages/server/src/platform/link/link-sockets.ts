import { claimSocketPath, findSocketPath, openPrivately, releaseSocketPath } from "../socket-path.ts";
import { FrameSocket } from "./frame-socket.ts";
import { Link, type LinkHandlers } from "./link.ts";

/** Accepts links on a socket in the data folder that only its owner can open. */

export interface LinkListener {
  /** Closes open links too. */
  close(): void;
}

const callbacks = {
  data: (socket: { data: Link }, piece: Buffer) => socket.data.frames.received(piece),
  drain: (socket: { data: Link }) => socket.data.frames.drained(),
  close: (socket: { data: Link }) => socket.data.closed(),
};

/** Accepts every link that others open to this socket. */
export function listenForLinks(dataDir: string, name: string, handlersOf: () => LinkHandlers): LinkListener {
  const path = claimSocketPath(dataDir, name);
  const server = openPrivately(() =>
    Bun.listen<Link>({
      unix: path,
      socket: {
        ...callbacks,
        open(socket) {
          socket.data = new Link((onMessage) => new FrameSocket(socket, onMessage), handlersOf());
        },
      },
    }),
  );
  return {
    close() {
      server.stop(true);
      releaseSocketPath(dataDir, name);
    },
  };
}

/** Resolves to null if nobody listens. */
export async function openLink(dataDir: string, name: string, handlers: LinkHandlers): Promise<Link | null> {
  const opened = Promise.withResolvers<Link | null>();
  try {
    await Bun.connect<Link>({
      unix: findSocketPath(dataDir, name),
      socket: {
        ...callbacks,
        open(socket) {
          socket.data = new Link((onMessage) => new FrameSocket(socket, onMessage), handlers);
          opened.resolve(socket.data);
        },
        connectError: () => opened.resolve(null),
      },
    });
  } catch {
    return null;
  }
  return opened.promise;
}
