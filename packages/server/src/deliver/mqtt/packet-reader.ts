import { DeliveryError } from "../delivery-error.ts";

/** All packets from a broker to a publisher are this short. */
const bodyBytesMax = 2;

export interface Packet {
  readonly firstByte: number;
  readonly body: Buffer;
}

/** Reads a broker's packets from the connection, one by one. Anything longer than an acknowledgement is refused unread. */
export class PacketReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #unread = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async next(): Promise<Packet> {
    const [firstByte, length] = await this.#take(2);
    if (length! > bodyBytesMax) throw new DeliveryError("failed", "The broker does not speak MQTT 3.1.1.");
    return { firstByte: firstByte!, body: await this.#take(length!) };
  }

  async #take(bytes: number): Promise<Buffer> {
    while (this.#unread.length < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new DeliveryError("failed", "The broker closed the connection without an answer.");
      this.#unread = Buffer.concat([this.#unread, value]);
    }
    const taken = this.#unread.subarray(0, bytes);
    this.#unread = this.#unread.subarray(bytes);
    return taken;
  }
}
