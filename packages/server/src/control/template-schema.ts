import type { Generated } from "kysely";

/** Device templates and the versions of what devices follow. */
export interface TemplateSchema {
  device_templates: DeviceTemplateTable;
  device_template_versions: DeviceTemplateVersionTable;
}

interface DeviceTemplateTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  name: string;
  description: string;
  /** Of the account; null for none. */
  board_id: number | null;
  /** As in devices: see device-notes.ts. */
  tags: string;
  attributes: string;
  /** The current one, which is always kept. */
  version: number;
  created_at: number;
  updated_at: number;
}

interface DeviceTemplateVersionTable {
  template_id: number;
  version: number;
  /** A TemplateDefinition as JSON. */
  definition: string;
  saved_at: number;
}
