import type { RoomShare } from "../../platform/shared-room.ts";
import type { FrameWriter } from "../../queue/frame-writer.ts";
import { type PackedRequest, packedFrame } from "../../queue/intake.ts";
import { type Device, tenantOfDevice } from "../authenticate/device-registry.ts";
import { BodyExaminer, type Examined, type Submitted } from "../body-examiner.ts";
import type { Answer } from "../http/answer.ts";
import { decodeBody, inflateOf } from "../parse/body-form.ts";
import { BodyLane, type LaneOptions } from "./body-lane.ts";
import { BodyTurns } from "./body-turns.ts";

/** Bodies up to this size take no longer than the request itself. */
const atOnceBytesMax = 2 * 1024;
/** Bodies up to these sizes are examined in this thread: of any form, and plain ones. */
const generalBytesMax = 32 * 1024;
const plainBytesMax = 128 * 1024;
/** Compressed bodies up to this size, which most are, are inflated here, unless more than `plainBytesMax` comes of them. */
const compressedBytesMax = 16 * 1024;

/** A body that has arrived, and what to do with it. */
export interface ArrivedBody {
  readonly bytes: Uint8Array;
  readonly coding: string | null;
  readonly device: Device;
  readonly room: RoomShare;
  /** Describes the request of a body, once its size is known. */
  submit(bodyBytes: number): Submitted;
  /** Called once, to answer. What it does before its first await is part of the tenant's turn. */
  conclude(done: DoneBody): Promise<Answer>;
}

/** What became of a body. `packed` are its readings that were not dropped, valid until `conclude` returns; null if there are none. */
export type DoneBody =
  | {
      readonly kind: "examined";
      readonly submitted: Submitted;
      readonly examined: Examined;
      readonly packed: PackedRequest | null;
      readonly readings: number;
    }
  | { readonly kind: "undecodable" }
  | { readonly kind: "too large" }
  | { readonly kind: "no room" }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * Examines bodies such that no device holds up others: small ones at once, larger ones in turns by tenant, and those that
 * would take more than a few milliseconds in a thread of their own. The bytes of a body are read or copied before `take`
 * returns.
 */
export class BodyWork {
  readonly #bodyBytesMax: number;
  readonly #frame: FrameWriter;
  readonly #examiner: BodyExaminer;
  readonly #turns = new BodyTurns();
  readonly #lane: BodyLane;

  constructor(options: LaneOptions, frame: FrameWriter) {
    this.#bodyBytesMax = options.bodyBytesMax;
    this.#frame = frame;
    this.#examiner = new BodyExaminer(options, frame);
    this.#lane = new BodyLane(options);
  }

  take(body: ArrivedBody): Promise<Answer> {
    return body.coding === null ? this.#take(body) : this.#takeEncoded(body, body.coding);
  }

  async #takeEncoded(body: ArrivedBody, coding: string): Promise<Answer> {
    const { bytes } = body;
    if (bytes.length > compressedBytesMax) return this.#takeInLane(body);
    const kept = { ...body, bytes: new Uint8Array(bytes) };
    const inflatedMax = Math.min(plainBytesMax, this.#bodyBytesMax);
    const decoded = await decodeBody(kept.bytes, inflateOf(coding), inflatedMax);
    if (decoded.ok) return this.#take({ ...body, bytes: decoded.bytes });
    if (decoded.error === "payloadTooLarge") return this.#takeInLane(kept);
    return body.conclude({ kind: "undecodable" });
  }

  #take(body: ArrivedBody): Promise<Answer> {
    const { bytes, room, device } = body;
    const tenantId = tenantOfDevice(device.record);
    if (bytes.length <= atOnceBytesMax) return this.#takeHere(body);
    if (bytes.length > plainBytesMax) return this.#takeInLane({ ...body, coding: null });
    if (this.#turns.isFree) return this.#turns.run(tenantId, () => this.#takeHere(body));
    if (!room.keep(bytes.length)) return body.conclude({ kind: "no room" });
    const kept = { ...body, bytes: new Uint8Array(bytes) };
    return this.#turns.run(tenantId, () => {
      room.letGo();
      return this.#takeHere(kept);
    });
  }

  #takeHere(body: ArrivedBody): Promise<Answer> {
    const { bytes, device } = body;
    const frame = this.#frame;
    try {
      const submitted = body.submit(bytes.length);
      const examined =
        bytes.length > generalBytesMax
          ? this.#examiner.examinePlain(bytes, submitted)
          : this.#examiner.examine(bytes, submitted, device);
      if (examined === null) return this.#takeInLane({ ...body, coding: null });
      const readings = examined.kind === "packed" ? frame.readings : 0;
      if (readings > 0) frame.finish();
      return body.conclude({
        kind: "examined",
        submitted,
        examined,
        readings,
        packed: readings === 0 ? null : frame,
      });
    } catch (error) {
      return body.conclude({ kind: "failed", error });
    }
  }

  async #takeInLane(body: ArrivedBody): Promise<Answer> {
    const { bytes, coding, device, room } = body;
    const { accountId } = device.record;
    try {
      const submitted = body.submit(bytes.length);
      const done = await this.#lane.examine({ bytes, coding, submitted, device }, room);
      if (done === "no room") return body.conclude({ kind: done });
      if (done.kind !== "examined") return body.conclude(done);
      if (coding !== null) body.submit(done.bodyBytes);
      const { examined, readings, frame } = done;
      const packed = frame === null ? null : packedFrame(frame, accountId);
      return this.#turns.run(tenantOfDevice(device.record), () =>
        body.conclude({ kind: "examined", submitted, examined, packed, readings }),
      );
    } catch (error) {
      return body.conclude({ kind: "failed", error });
    }
  }
}
