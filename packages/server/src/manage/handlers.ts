import type { manageRoutes } from "@weir/protocol/manage/routes";
import { accountHandlers } from "./accounts/account-handlers.ts";
import { countHandlers } from "./accounts/count-handlers.ts";
import { accountDeletionHandlers } from "./accounts/deletion/account-deletion-handlers.ts";
import { limitHandlers } from "./accounts/limit-handlers.ts";
import { operatorAccountHandlers } from "./accounts/operator-account-handlers.ts";
import { activityHandlers } from "./activity/activity-handlers.ts";
import { createQuarantineHandlers } from "./activity/quarantine-handlers.ts";
import { statisticsHandlers } from "./activity/statistics/statistics-handlers.ts";
import { alarmFollowUpHandlers } from "./alarms/alarm-follow-up-handlers.ts";
import { alarmHandlers } from "./alarms/alarm-handlers.ts";
import { alertRuleHandlers } from "./alerts/alert-rule-handlers.ts";
import { auditHandlers } from "./audit/audit-handlers.ts";
import { boardHandlers } from "./boards/board-handlers.ts";
import { boardImageHandlers } from "./boards/board-image-handlers.ts";
import { shareLinkHandlers } from "./boards/sharing/share-link-handlers.ts";
import { sharedBoardHandlers } from "./boards/sharing/shared-board-handlers.ts";
import { chainAssignmentHandlers } from "./chains/chain-assignment-handlers.ts";
import { chainHandlers } from "./chains/chain-handlers.ts";
import { chainVersionHandlers } from "./chains/chain-version-handlers.ts";
import { nodeTypeHandlers } from "./chains/node-type-handlers.ts";
import { secretHandlers } from "./chains/secrets/secret-handlers.ts";
import { traceHandlers } from "./chains/traces/trace-handlers.ts";
import { chainRunHandlers } from "./chains/trial/chain-run-handlers.ts";
import { annotationHandlers } from "./charts/annotation-handlers.ts";
import type { HandlersOf } from "./core/handler.ts";
import type { ImportSink } from "./core/import-sink.ts";
import { deadLetterHandlers } from "./dead-letters/dead-letter-handlers.ts";
import { batteryHandlers } from "./devices/battery-handlers.ts";
import { deviceHandlers } from "./devices/device-handlers.ts";
import { expectationHandlers } from "./devices/expectation/expectation-handlers.ts";
import { deviceGroupHandlers } from "./devices/groups/device-group-handlers.ts";
import { devicePictureHandlers } from "./devices/pictures/device-picture-handlers.ts";
import { tokenHandlers } from "./devices/tokens/token-handlers.ts";
import { homeBoardHandlers } from "./home/home-board-handlers.ts";
import { liveHandlers } from "./live/live-handlers.ts";
import { mailRecipientHandlers } from "./messages/mail-recipient-handlers.ts";
import { outboxHandlers } from "./messages/outbox-handlers.ts";
import { channelHandlers } from "./notifications/channel-handlers.ts";
import { apiKeyHandlers } from "./people/api-key-handlers.ts";
import { emailHandlers } from "./people/email-handlers.ts";
import { invitationHandlers } from "./people/invitation-handlers.ts";
import { operatorPeopleHandlers } from "./people/operator-people-handlers.ts";
import { passwordResetHandlers } from "./people/password-reset-handlers.ts";
import { passwordStrengthHandlers } from "./people/password-strength-handlers.ts";
import { proofHandlers } from "./people/proof-handlers.ts";
import { sessionHandlers } from "./people/session-handlers.ts";
import { claimCodeHandlers } from "./provisioning/claim-code-handlers.ts";
import { provisioningHandlers } from "./provisioning/provisioning-handlers.ts";
import { operatorReadingHandlers } from "./readings/operator-reading-handlers.ts";
import { readingHandlers } from "./readings/reading-handlers.ts";
import { testReadingHandlers } from "./readings/test-reading-handlers.ts";
import { retentionHandlers } from "./retention/retention-handlers.ts";
import { sampleDataHandlers } from "./sample/sample-data-handlers.ts";
import { sensorHandlers } from "./sensors/sensor-handlers.ts";
import { resourceHandlers } from "./served-resources.ts";
import { systemHandlers } from "./system/system-handlers.ts";
import { templateHandlers } from "./templates/template-handlers.ts";
import { deviceImportHandlers } from "./transfer/device-imports/device-import-handlers.ts";
import { exportHandlers } from "./transfer/exports/export-handlers.ts";
import { createImportHandlers } from "./transfer/imports/import-handlers.ts";

/** The handlers of all operations. Imports and resubmitted readings go to where the installation accepts readings. */
export function createManageHandlers(imports: ImportSink): HandlersOf<typeof manageRoutes> {
  return {
    ...accountDeletionHandlers,
    ...accountHandlers,
    ...activityHandlers,
    ...alarmFollowUpHandlers,
    ...alarmHandlers,
    ...annotationHandlers,
    ...apiKeyHandlers,
    ...auditHandlers,
    ...batteryHandlers,
    ...boardImageHandlers,
    ...boardHandlers,
    ...chainAssignmentHandlers,
    ...chainHandlers,
    ...chainRunHandlers,
    ...chainVersionHandlers,
    ...resourceHandlers,
    ...countHandlers,
    ...deadLetterHandlers,
    ...deviceGroupHandlers,
    ...deviceHandlers,
    ...devicePictureHandlers,
    ...emailHandlers,
    ...expectationHandlers,
    ...exportHandlers,
    ...homeBoardHandlers,
    ...invitationHandlers,
    ...limitHandlers,
    ...liveHandlers,
    ...mailRecipientHandlers,
    ...nodeTypeHandlers,
    ...operatorAccountHandlers,
    ...operatorReadingHandlers,
    ...operatorPeopleHandlers,
    ...outboxHandlers,
    ...passwordResetHandlers,
    ...passwordStrengthHandlers,
    ...proofHandlers,
    ...provisioningHandlers,
    ...claimCodeHandlers,
    ...readingHandlers,
    ...retentionHandlers,
    ...sampleDataHandlers,
    ...secretHandlers,
    ...sensorHandlers,
    ...alertRuleHandlers,
    ...channelHandlers,
    ...sessionHandlers,
    ...shareLinkHandlers,
    ...sharedBoardHandlers,
    ...statisticsHandlers,
    ...systemHandlers,
    ...templateHandlers,
    ...testReadingHandlers,
    ...tokenHandlers,
    ...traceHandlers,
    ...createImportHandlers(imports),
    ...deviceImportHandlers,
    ...createQuarantineHandlers(imports),
  };
}
