import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { MqttMessage } from "@weir/rule-engine/message";
import { withinMs } from "../deadline.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { GuardedConnector } from "../guarded-connector.ts";
import { incoming } from "../incoming.ts";
import { secretOrFail } from "../secret-or-fail.ts";
import { type Delivery, delivered, outcomeOf, type Sender, type SendOutcome } from "../sender.ts";
import { mqttTarget } from "../target.ts";
import { type Packet, PacketReader } from "./packet-reader.ts";
import { connectPacket, disconnectPacket, packetKinds, pingreqPacket, publishPacket } from "./packets.ts";
import { bytesOf, passwordBytesMax, validatePublish } from "./validate-publish.ts";

/** The limit for everything together: resolving, connecting, TLS, logging in, publishing. */
const defaultLimitMs = 5000;
const keepAliveS = 30;
/** There is one message per connection. */
const packetId = 1;

/** A broker's reasons for refusing a client (MQTT 3.1.1, table 3.1). */
const refusals: Readonly<Record<number, string>> = {
  1: "it does not speak MQTT 3.1.1",
  2: "it does not accept the client's name",
  3: "it is not available",
  4: "the user name or password is wrong",
  5: "the client is not authorised",
};

interface MqttSenderOptions {
  readonly connector: GuardedConnector;
  readonly limitMs?: number;
}

/**
 * Publishes messages over MQTT 3.1.1, each on its own connection. With QoS 1 the broker's acknowledgement makes a message
 * delivered. With QoS 0 there is none; a ping sent after the message shows that the broker has processed it.
 */
export class MqttSender implements Sender<MqttMessage> {
  readonly #connector: GuardedConnector;
  readonly #limitMs: number;

  constructor({ connector, limitMs = defaultLimitMs }: MqttSenderOptions) {
    this.#connector = connector;
    this.#limitMs = limitMs;
  }

  send(delivery: Delivery<MqttMessage>): Promise<SendOutcome> {
    return outcomeOf(() => this.#attempt(delivery));
  }

  async #attempt({ message, secretOf, signal }: Delivery<MqttMessage>): Promise<SendOutcome> {
    const target = mqttTarget(message.url);
    validatePublish(message);
    const password = await passwordOf(message, secretOf);
    await withinMs(this.#limitMs, signal, async (limit) => {
      const socket = await this.#connector.connect(target, limit);
      try {
        await publish(socket, new PacketReader(incoming(socket, limit)), message, password);
      } finally {
        socket.destroy();
      }
    });
    return delivered;
  }
}

async function publish(
  socket: Socket,
  answers: PacketReader,
  message: MqttMessage,
  password: string | null,
): Promise<void> {
  const { username, topic, payload, qos, retain } = message;
  const clientId = `weir${randomBytes(8).toString("hex")}`;
  socket.write(connectPacket({ clientId, username, password, keepAliveS }));
  const [, refusal] = expectPacket(await answers.next(), packetKinds.connack, 2);
  if (refusal !== 0) {
    const why = refusals[refusal!] ?? `code ${refusal}`;
    throw new DeliveryError("failed", `The broker refused the connection: ${why}.`);
  }
  socket.write(publishPacket({ topic, payload, qos, retain, packetId }));
  if (qos === 1) {
    const id = expectPacket(await answers.next(), packetKinds.puback, 2).readUInt16BE(0);
    if (id !== packetId) throw unexpected();
  } else {
    socket.write(pingreqPacket);
    expectPacket(await answers.next(), packetKinds.pingresp, 0);
  }
  socket.end(disconnectPacket);
}

function expectPacket({ firstByte, body }: Packet, kind: number, bytes: number): Buffer {
  if (firstByte !== kind || body.length !== bytes) throw unexpected();
  return body;
}

function unexpected(): DeliveryError {
  return new DeliveryError("failed", "The broker does not speak MQTT 3.1.1.");
}

async function passwordOf(
  message: MqttMessage,
  secretOf: Delivery<MqttMessage>["secretOf"],
): Promise<string | null> {
  if (message.passwordSecret === null) return null;
  const password = await secretOrFail(secretOf, message.passwordSecret);
  if (bytesOf(password) > passwordBytesMax) {
    throw new DeliveryError("failed", `The password exceeds ${passwordBytesMax} bytes.`);
  }
  return password;
}
