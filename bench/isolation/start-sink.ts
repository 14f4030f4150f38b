interface SinkServer extends AsyncDisposable {
  readonly url: string;
}

const sinkFile = new URL("./sink-server.ts", import.meta.url).pathname;

/** Starts a server that does nothing but answer this many bytes, in a process of its own. */
export async function startSink(answerBytes: number): Promise<SinkServer> {
  const child = Bun.spawn([process.execPath, sinkFile, String(answerBytes)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  return {
    url: new TextDecoder().decode(value).trim(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
