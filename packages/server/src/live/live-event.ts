/** Something that happened and that open pages may want to show. */
export type LiveEvent =
  | {
      readonly kind: "value";
      readonly accountId: number;
      readonly device: string;
      readonly sensor: string;
      readonly slug: string;
      readonly atUs: number;
      readonly value: number;
    }
  | {
      readonly kind: "alarm";
      readonly accountId: number;
      readonly device: string;
      readonly sensor: string;
      readonly name: string;
      readonly change: "raised" | "cleared";
      readonly severity: string | null;
      readonly message: string | null;
      readonly atUs: number;
      readonly value: number;
    }
  | {
      readonly kind: "device";
      readonly accountId: number;
      readonly device: string;
      readonly lastConnectedMs: number;
    };
