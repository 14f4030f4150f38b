/**
 * Where the chains of the seeded world send to: the pager takes what it gets; irrigation knows nothing of the first message
 * and is out of order for the others. On this machine, because tests reach nothing else.
 */
export function receiveMessages(): { readonly url: string } & Disposable {
  let irrigated = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url }) {
      if (url.endsWith("/pager")) return new Response(null, { status: 204 });
      return new Response(null, { status: irrigated++ === 0 ? 410 : 503 });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.dispose]: () => void server.stop(true) };
}
