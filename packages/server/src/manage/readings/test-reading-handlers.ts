import type { testReadingRoutes } from "@weir/protocol/manage/test-reading-routes";
import type { DeviceRequest } from "../../bus/device-request.ts";
import type { HandlersOf } from "../core/handler.ts";
import { sendTestReading } from "./test-reading.ts";

export const testReadingHandlers: HandlersOf<typeof testReadingRoutes> = {
  async sendTestReading({ control, connections, sendAsDevice, request }, { params, body }) {
    const { sensor, value, ends_old_token: endsOldToken } = body;
    const reading = { device: params.device, sensor, value, endsOldToken };
    const send = (prepared: DeviceRequest) => sendAsDevice(prepared, request.source);
    const sent = await sendTestReading({ control, connections, send }, reading);
    if (!sent.ok) return sent;
    const { status, headers, body: text } = sent.value;
    const retryAfter = headers["Retry-After"];
    return {
      ok: true,
      value: {
        status,
        request_id: headers["X-Request-Id"] ?? "",
        rate_limit_remaining: Number(headers["X-RateLimit-Remaining"] ?? 0),
        retry_after: retryAfter === undefined ? null : Number(retryAfter),
        body: text,
      },
    };
  },
};
