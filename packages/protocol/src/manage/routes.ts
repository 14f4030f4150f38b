import { resourceRoutesOfAll } from "../resources/resources.ts";
import { accountDeletionRoutes } from "./account-deletion-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { activityRoutes } from "./activity-routes.ts";
import { alarmFollowUpRoutes } from "./alarm-follow-up-routes.ts";
import { alarmRoutes } from "./alarm-routes.ts";
import { alertRuleRoutes } from "./alert-rule-routes.ts";
import { annotationRoutes } from "./annotation-routes.ts";
import { apiKeyRoutes } from "./api-key-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { batteryRoutes } from "./battery-routes.ts";
import { boardImageRoutes } from "./board-image-routes.ts";
import { boardRoutes } from "./board-routes.ts";
import { chainAssignmentRoutes } from "./chain-assignment-routes.ts";
import { chainRoutes } from "./chain-routes.ts";
import { chainRunRoutes } from "./chain-run-routes.ts";
import { chainVersionRoutes } from "./chain-version-routes.ts";
import { channelRoutes } from "./channel-routes.ts";
import { claimCodeRoutes } from "./claim-code-routes.ts";
import { countRoutes } from "./count-routes.ts";
import { deadLetterRoutes } from "./dead-letter-routes.ts";
import { deviceGroupRoutes } from "./device-group-routes.ts";
import { deviceImportRoutes } from "./device-import-routes.ts";
import { devicePictureRoutes } from "./device-picture-routes.ts";
import { deviceRoutes } from "./device-routes.ts";
import { emailRoutes } from "./email-routes.ts";
import { expectationRoutes } from "./expectation-routes.ts";
import { exportRoutes } from "./export-routes.ts";
import { homeBoardRoutes } from "./home-board-routes.ts";
import { importRoutes } from "./import-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { limitRoutes } from "./limit-routes.ts";
import { liveRoutes } from "./live-routes.ts";
import { mailRecipientRoutes } from "./mail-recipient-routes.ts";
import { nodeTypeRoutes } from "./node-type-routes.ts";
import { operatorDeletionRoutes } from "./operator-deletion-routes.ts";
import { operatorPeopleRoutes } from "./operator-people-routes.ts";
import { operatorRoutes } from "./operator-routes.ts";
import { outboxRoutes } from "./outbox-routes.ts";
import { passwordResetRoutes } from "./password-reset-routes.ts";
import { passwordStrengthRoutes } from "./password-strength-routes.ts";
import { proofRoutes } from "./proof-routes.ts";
import { provisioningRoutes } from "./provisioning-routes.ts";
import { quarantineRoutes } from "./quarantine-routes.ts";
import { readingRoutes } from "./reading-routes.ts";
import { retentionRoutes } from "./retention-routes.ts";
import { sampleDataRoutes } from "./sample-data-routes.ts";
import { secretRoutes } from "./secret-routes.ts";
import { sensorRoutes } from "./sensor-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { shareLinkRoutes } from "./share-link-routes.ts";
import { sharedBoardRoutes } from "./shared-board-routes.ts";
import { statisticsRoutes } from "./statistics-routes.ts";
import { systemRoutes } from "./system-routes.ts";
import { templateRoutes } from "./template-routes.ts";
import { testReadingRoutes } from "./test-reading-routes.ts";
import { tokenRoutes } from "./token-routes.ts";
import { traceRoutes } from "./trace-routes.ts";

/** Every operation of the management API, by name. */
export const manageRoutes = {
  ...accountDeletionRoutes,
  ...accountRoutes,
  ...activityRoutes,
  ...alarmFollowUpRoutes,
  ...alarmRoutes,
  ...annotationRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...batteryRoutes,
  ...boardImageRoutes,
  ...boardRoutes,
  ...chainAssignmentRoutes,
  ...chainRoutes,
  ...chainRunRoutes,
  ...chainVersionRoutes,
  ...channelRoutes,
  ...claimCodeRoutes,
  ...countRoutes,
  ...deadLetterRoutes,
  ...deviceGroupRoutes,
  ...devicePictureRoutes,
  ...deviceRoutes,
  ...deviceImportRoutes,
  ...emailRoutes,
  ...expectationRoutes,
  ...exportRoutes,
  ...homeBoardRoutes,
  ...importRoutes,
  ...invitationRoutes,
  ...limitRoutes,
  ...liveRoutes,
  ...mailRecipientRoutes,
  ...nodeTypeRoutes,
  ...operatorDeletionRoutes,
  ...operatorPeopleRoutes,
  ...operatorRoutes,
  ...outboxRoutes,
  ...passwordResetRoutes,
  ...passwordStrengthRoutes,
  ...proofRoutes,
  ...provisioningRoutes,
  ...quarantineRoutes,
  ...readingRoutes,
  ...retentionRoutes,
  ...sampleDataRoutes,
  ...secretRoutes,
  ...sensorRoutes,
  ...resourceRoutesOfAll,
  ...alertRuleRoutes,
  ...sessionRoutes,
  ...shareLinkRoutes,
  ...sharedBoardRoutes,
  ...statisticsRoutes,
  ...systemRoutes,
  ...templateRoutes,
  ...testReadingRoutes,
  ...tokenRoutes,
  ...traceRoutes,
};
