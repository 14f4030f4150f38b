import type { ApiAnswer } from "./api-answer.ts";
import type { ManagementApi } from "./management-api.ts";

/** Answers requests of the Fetch API: those over the control socket, and those of a command in the same process. */
export function answerFetch(api: ManagementApi): (request: Request) => Promise<Response> {
  let requests = 0;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const admitted = await api({
      id: `command-${++requests}`,
      method: request.method,
      target: pathname + search,
      headers: request.headers,
      source: "command line",
      isSecure: true,
    });
    return toResponse("answer" in admitted ? await admitted.answer(await request.bytes()) : admitted);
  };
}

function toResponse({ status, headers, body }: ApiAnswer): Response {
  if (status === 204) return new Response(null, { status, headers });
  return new Response(body, { status, headers });
}
