import type { VersionedSchema } from "../../../platform/postgres/migrate-schema.ts";
import { accountDeletionTables } from "./account-deletion-tables.ts";
import { accountUseTables } from "./account-use-tables.ts";
import { alarmFollowUpTables } from "./alarm-follow-up-tables.ts";
import { alertTables, alertTemplateColumn } from "./alert-tables.ts";
import { boardImageTable } from "./board-image-table.ts";
import { boardTables } from "./board-tables.ts";
import { channelTables } from "./channel-tables.ts";
import { chartTables } from "./chart-tables.ts";
import { controlBytesColumn } from "./control-bytes-column.ts";
import { deviceFilterTable } from "./device-filter-table.ts";
import { deviceImportTables } from "./device-import-tables.ts";
import { deviceNoteColumns } from "./device-note-columns.ts";
import { devicePictureTable } from "./device-picture-table.ts";
import { fleetTables } from "./fleet-tables.ts";
import { homeBoardColumns } from "./home-board-columns.ts";
import { importTables } from "./import-tables.ts";
import { notificationTables } from "./notification-tables.ts";
import { peopleTables } from "./people-tables.ts";
import { provisioningColumns } from "./provisioning-columns.ts";
import { provisioningTables } from "./provisioning-tables.ts";
import { rowSecurity } from "./row-security.ts";
import { livingSampleTables, sampleTables } from "./sample-tables.ts";
import { sensorTypeStates } from "./sensor-type-states.ts";
import { shareLinkColumns } from "./share-link-columns.ts";
import { shareLinkEmbedding } from "./share-link-embedding.ts";
import { shareLinkTables } from "./share-link-tables.ts";
import { deviceImportTemplateColumn, templateTables } from "./template-tables.ts";
import { tenantColumns } from "./tenant-columns.ts";
import { textBytesTriggers } from "./text-bytes-triggers.ts";

/** Tables are named without their schema. */
const here = "SET LOCAL search_path = weir_control;\n";

/** The schema of control data. Its first version is what version 20 of control.db is. */
export const controlSchema: VersionedSchema = {
  name: "weir_control",
  migrations: [
    {
      version: 1,
      name: "control data",
      sql: here + fleetTables + peopleTables + importTables + accountUseTables + rowSecurity,
      worksFrom: 1,
    },
    {
      version: 2,
      name: "tags, attributes, location and notes of devices",
      sql: here + deviceNoteColumns,
      worksFrom: 1,
    },
    { version: 3, name: "boards", sql: here + boardTables, worksFrom: 1 },
    { version: 4, name: "alert rules", sql: here + alertTables, worksFrom: 1 },
    { version: 5, name: "share links of boards", sql: here + shareLinkTables, worksFrom: 1 },
    { version: 6, name: "imports of devices", sql: here + deviceImportTables, worksFrom: 1 },
    { version: 7, name: "sample data", sql: here + sampleTables, worksFrom: 1 },
    { version: 8, name: "device templates", sql: here + templateTables, worksFrom: 1 },
    { version: 9, name: "names and last uses of share links", sql: here + shareLinkColumns, worksFrom: 1 },
    { version: 10, name: "saved charts and annotations", sql: here + chartTables, worksFrom: 1 },
    { version: 11, name: "channels", sql: here + channelTables, worksFrom: 1 },
    {
      version: 12,
      name: "templates of imported devices",
      sql: here + deviceImportTemplateColumn,
      worksFrom: 1,
    },
    { version: 13, name: "provisioning", sql: here + provisioningTables, worksFrom: 1 },
    {
      version: 14,
      name: "comments, assignees and snoozes of alarms",
      sql: here + alarmFollowUpTables,
      worksFrom: 1,
    },
    { version: 15, name: "saved filters of the device list", sql: here + deviceFilterTable, worksFrom: 1 },
    { version: 16, name: "pictures of devices", sql: here + devicePictureTable, worksFrom: 1 },
    { version: 17, name: "notification rules", sql: here + notificationTables, worksFrom: 1 },
    { version: 18, name: "alert rules of templates", sql: here + alertTemplateColumn, worksFrom: 1 },
    {
      version: 19,
      name: "origins of claims, repeats of provisioning requests",
      sql: here + provisioningColumns,
      worksFrom: 1,
    },
    { version: 20, name: "creators and tenants of accounts", sql: here + tenantColumns, worksFrom: 1 },
    { version: 21, name: "bytes of control data", sql: here + controlBytesColumn, worksFrom: 1 },
    { version: 22, name: "deletions of accounts", sql: here + accountDeletionTables, worksFrom: 1 },
    { version: 23, name: "bytes of all texts of control data", sql: here + textBytesTriggers, worksFrom: 1 },
    { version: 24, name: "boards on Home", sql: here + homeBoardColumns, worksFrom: 1 },
    { version: 25, name: "samples that send", sql: here + livingSampleTables, worksFrom: 1 },
    { version: 26, name: "embedding of shared boards", sql: here + shareLinkEmbedding, worksFrom: 1 },
    { version: 27, name: "states of sensor types", sql: here + sensorTypeStates, worksFrom: 1 },
    { version: 28, name: "images of boards", sql: here + boardImageTable, worksFrom: 1 },
  ],
};
