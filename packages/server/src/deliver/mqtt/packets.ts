/** The packets of MQTT 3.1.1 that are needed to publish one message (OASIS standard, chapters 2 and 3). */
const protocolLevel = 4;
const cleanSession = 0b0000_0010;
const hasPassword = 0b0100_0000;
const hasUsername = 0b1000_0000;

export const packetKinds = { connack: 0x20, puback: 0x40, pingresp: 0xd0 } as const;

export const pingreqPacket = Buffer.from([0xc0, 0]);
export const disconnectPacket = Buffer.from([0xe0, 0]);

interface ConnectFields {
  readonly clientId: string;
  readonly username: string | null;
  readonly password: string | null;
  readonly keepAliveS: number;
}

export function connectPacket({ clientId, username, password, keepAliveS }: ConnectFields): Buffer {
  const flags = cleanSession | (username === null ? 0 : hasUsername) | (password === null ? 0 : hasPassword);
  const given = [clientId, username, password].filter((text) => text !== null);
  return packet(0x10, [
    field("MQTT"),
    Buffer.from([protocolLevel, flags]),
    uint16(keepAliveS),
    ...given.map(field),
  ]);
}

interface PublishFields {
  readonly topic: string;
  readonly payload: string;
  readonly qos: 0 | 1;
  readonly retain: boolean;
  readonly packetId: number;
}

export function publishPacket({ topic, payload, qos, retain, packetId }: PublishFields): Buffer {
  const id = qos === 0 ? [] : [uint16(packetId)];
  return packet(0x30 | (qos << 1) | (retain ? 1 : 0), [field(topic), ...id, Buffer.from(payload, "utf8")]);
}

function packet(firstByte: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([firstByte, ...remainingLength(body.length)]), body]);
}

/** Seven bits per byte, lowest first; the top bit says that another byte follows. */
function remainingLength(length: number): number[] {
  const bytes: number[] = [];
  let rest = length;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return Buffer.concat([uint16(bytes.length), bytes]);
}

function uint16(value: number): Buffer {
  if (value > 0xffff) throw new Error("A field of an MQTT packet is too long.");
  return Buffer.from([value >> 8, value & 0xff]);
}
