/** Takes requests and answers them with this many bytes, without any work. Prints its address. */
const answer = new Uint8Array(Number(process.argv[2]));
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 0,
  async fetch(request) {
    await request.arrayBuffer();
    return new Response(answer);
  },
});
console.log(server.url.href);
