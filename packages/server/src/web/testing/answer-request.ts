import type { ApiAnswer } from "../api-answer.ts";
import type { ApiRequest } from "../api-request.ts";
import type { ManagementApi } from "../management-api.ts";

/** For tests: the answer to a request with this body. */
export async function answerRequest(api: ManagementApi, { body, ...head }: ApiRequest): Promise<ApiAnswer> {
  const admitted = await api(head);
  return "answer" in admitted ? admitted.answer(body) : admitted;
}
