/** Everything that firmware code for provisioning fills in. */
export interface ProvisionTarget {
  /** The address of the device API. */
  readonly apiUrl: string;
  readonly isTls: boolean;
  readonly key: string;
  /** A sensor of the template. */
  readonly slug: string;
}

export const keyPlaceholder = "YOUR_PROVISIONING_KEY";
const slugPlaceholder = "YOUR_SENSOR_SLUG";

export function provisionTarget(
  publicUrl: string,
  { key, slug }: { readonly key: string | null; readonly slug: string | null },
): ProvisionTarget {
  return {
    apiUrl: `${publicUrl}/api/v1`,
    isTls: publicUrl.startsWith("https:"),
    key: key ?? keyPlaceholder,
    slug: slug ?? slugPlaceholder,
  };
}
