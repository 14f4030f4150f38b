import type { manageRoutes } from "@weir/protocol/manage/routes";
import type { ImportSink } from "../manage/imports/import-sink.ts";
import { accountHandlers } from "./account-handlers.ts";
import { activityHandlers } from "./activity-handlers.ts";
import { alarmHandlers } from "./alarm-handlers.ts";
import { apiKeyHandlers } from "./api-key-handlers.ts";
import { auditHandlers } from "./audit-handlers.ts";
import { batteryHandlers } from "./battery-handlers.ts";
import { chainAssignmentHandlers } from "./chain-assignment-handlers.ts";
import { chainHandlers } from "./chain-handlers.ts";
import { chainRunHandlers } from "./chain-run-handlers.ts";
import { chainVersionHandlers } from "./chain-version-handlers.ts";
import { countHandlers } from "./count-handlers.ts";
import { deadLetterHandlers } from "./dead-letter-handlers.ts";
import { deviceGroupHandlers } from "./device-group-handlers.ts";
import { deviceHandlers } from "./device-handlers.ts";
import { emailHandlers } from "./email-handlers.ts";
import { expectationHandlers } from "./expectation-handlers.ts";
import { exportHandlers } from "./export-handlers.ts";
import type { HandlersOf } from "./handler.ts";
import { createImportHandlers } from "./import-handlers.ts";
import { invitationHandlers } from "./invitation-handlers.ts";
import { limitHandlers } from "./limit-handlers.ts";
import { liveHandlers } from "./live-handlers.ts";
import { mailRecipientHandlers } from "./mail-recipient-handlers.ts";
import { nodeTypeHandlers } from "./node-type-handlers.ts";
import { outboxHandlers } from "./outbox-handlers.ts";
import { passwordResetHandlers } from "./password-reset-handlers.ts";
import { passwordStrengthHandlers } from "./password-strength-handlers.ts";
import { proofHandlers } from "./proof-handlers.ts";
import { createQuarantineHandlers } from "./quarantine-handlers.ts";
import { readingHandlers } from "./reading-handlers.ts";
import { retentionHandlers } from "./retention-handlers.ts";
import { secretHandlers } from "./secret-handlers.ts";
import { sensorHandlers } from "./sensor-handlers.ts";
import { sensorTypeHandlers } from "./sensor-type-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { statisticsHandlers } from "./statistics-handlers.ts";
import { systemHandlers } from "./system-handlers.ts";
import { testReadingHandlers } from "./test-reading-handlers.ts";
import { tokenHandlers } from "./token-handlers.ts";
import { traceHandlers } from "./trace-handlers.ts";

/** What each operation does. Imports, and readings that are submitted again, go to where the installation takes readings in. */
export function createManageHandlers(imports: ImportSink): HandlersOf<typeof manageRoutes> {
  return {
    ...accountHandlers,
    ...activityHandlers,
    ...alarmHandlers,
    ...apiKeyHandlers,
    ...auditHandlers,
    ...batteryHandlers,
    ...chainAssignmentHandlers,
    ...chainHandlers,
    ...chainRunHandlers,
    ...chainVersionHandlers,
    ...countHandlers,
    ...deadLetterHandlers,
    ...deviceGroupHandlers,
    ...deviceHandlers,
    ...emailHandlers,
    ...expectationHandlers,
    ...exportHandlers,
    ...invitationHandlers,
    ...limitHandlers,
    ...liveHandlers,
    ...mailRecipientHandlers,
    ...nodeTypeHandlers,
    ...outboxHandlers,
    ...passwordResetHandlers,
    ...passwordStrengthHandlers,
    ...proofHandlers,
    ...readingHandlers,
    ...retentionHandlers,
    ...secretHandlers,
    ...sensorHandlers,
    ...sensorTypeHandlers,
    ...sessionHandlers,
    ...statisticsHandlers,
    ...systemHandlers,
    ...testReadingHandlers,
    ...tokenHandlers,
    ...traceHandlers,
    ...createImportHandlers(imports),
    ...createQuarantineHandlers(imports),
  };
}
