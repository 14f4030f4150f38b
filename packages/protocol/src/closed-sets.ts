/**
 * Every severity, state and kind that more than one part of Weir knows. Schemas, types, command options, page filters and
 * labels derive from these lists, and a test compares them with the CHECK constraints of both databases. To add a member,
 * add it here: what lacks a case or a label for it does not compile.
 *
 * Sets with rules of their own are beside them: contracts.ts, drop-reasons.ts, sample-states.ts, request-reasons.ts and manage/access.ts.
 */

/** Who may create accounts besides the operator: nobody, people who own an account, or everyone who can sign in. */
export const accountCreators = ["operators", "owners", "everyone"] as const;
export type AccountCreators = (typeof accountCreators)[number];

/** How severe an alarm is, the least severe first. */
export const severities = ["info", "warning", "critical"] as const;
export type Severity = (typeof severities)[number];
export const severitiesByGravity = severities.toReversed();

/** An acknowledged alarm is still active, but somebody has seen it. */
export const alarmStates = ["active", "acknowledged", "cleared"] as const;
export type AlarmState = (typeof alarmStates)[number];

/**
 * Which alarms a list shows. `active`: all that are not cleared. `unacknowledged` and `acknowledged`: the active ones that
 * nobody has seen, and those that somebody has.
 */
export const alarmFilters = ["active", "unacknowledged", "acknowledged", "cleared", "all"] as const;
export type AlarmFilter = (typeof alarmFilters)[number];

/** What raises alarms: a rule chain, an alert rule, or the server when a device is silent. */
export const alarmCauses = ["chain", "rule", "silence"] as const;
export type AlarmCause = (typeof alarmCauses)[number];

/** Why the server cleared the alarm of an alert rule whose condition was not over. */
export const clearReasons = ["rule_deleted", "rule_not_applicable"] as const;
export type ClearReason = (typeof clearReasons)[number];

/** What a rate of change is measured per, and which changes count. */
export const rateUnits = ["second", "minute", "hour"] as const;
export const changeDirections = ["any", "rise", "fall"] as const;

export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type Weekday = (typeof weekdays)[number];

/** What people do about an alarm, apart from clearing it. */
export const alarmActs = [
  "acknowledged",
  "unacknowledged",
  "commented",
  "assigned",
  "unassigned",
  "snoozed",
  "unsnoozed",
] as const;
export type AlarmAct = (typeof alarmActs)[number];

/** What happens to an alarm. Chains, rules and the server raise and clear; people clear too, and act on it. */
export type AlarmChange = "raised" | "severity_rose" | "cleared" | AlarmAct;

/** Whether a list of alarms shows those that are snoozed now. */
export const snoozeFilters = ["include", "exclude", "only"] as const;
export type SnoozeFilter = (typeof snoozeFilters)[number];

/** Whether an alarm is raised when a device goes silent, and how severe it is. */
export const silenceAlarms = ["off", ...severities] as const;
export type SilenceAlarm = (typeof silenceAlarms)[number];

export const messageStates = ["waiting", "delivered", "dead"] as const;
export type MessageState = (typeof messageStates)[number];

export const messageKinds = ["webhook", "mail", "mqtt", "notification"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** How a channel reaches people. `push` is a browser that has agreed to show notifications. */
export const channelKinds = [
  "mail",
  "webhook",
  "slack",
  "teams",
  "discord",
  "telegram",
  "ntfy",
  "push",
] as const;
export type ChannelKind = (typeof channelKinds)[number];

/**
 * Who owns a board, saved chart, filter, channel or notification rule. All members see what the account owns; only the owner
 * sees what a person owns.
 */
export const owners = ["account", "person"] as const;
export type Owner = (typeof owners)[number];

/** What the owner of an address answers when an account wants to send mail there. */
export const recipientAnswers = ["confirmed", "declined"] as const;
export type RecipientAnswer = (typeof recipientAnswers)[number];
export const recipientStates = ["waiting", ...recipientAnswers] as const;
export type RecipientState = (typeof recipientStates)[number];

/**
 * What is known of an address that an account sends mail to.
 *
 * `member`: the verified address of a member. `confirmed` and `declined`: what its owner has answered. `waiting`: there is
 * no answer yet. `unknown`: nobody has noted that it is to be asked.
 */
export type RecipientStanding = RecipientState | "member" | "unknown";

/** How a chain leaves a reading unsaved: it ended at an output without a wire, or it failed and is a dead letter. */
export const unsavedFates = ["ended", "dead"] as const;
export type UnsavedFate = (typeof unsavedFates)[number];
/** How a reading is settled. `already_stored`: the same time and value was stored before. */
export const settledFates = ["saved", "already_stored", ...unsavedFates] as const;
export type SettledFate = (typeof settledFates)[number];
/** What became of an accepted reading. */
export const fates = ["queued", ...settledFates] as const;
export type Fate = (typeof fates)[number];

/** Whether the fates of a request's readings are known. `unknown`: they are no longer kept. */
export const receiptStates = ["queued", "settled", "unknown"] as const;

/** A device is online while its last request is no longer ago than its expected interval allows. */
export const deviceStatuses = ["online", "offline", "never_seen"] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

export const deviceSorts = ["name", "created", "last_connected"] as const;
export type DeviceSort = (typeof deviceSorts)[number];

export const sortOrders = ["asc", "desc"] as const;
export type SortOrder = (typeof sortOrders)[number];

/**
 * Whether rejected readings of a device are kept. `automatic` is what a new device gets: they are kept until its first day
 * without rejections, when the server sets it to `off`. `on` and `off` are set by people and stay.
 */
export const quarantineModes = ["automatic", "on", "off"] as const;
export type QuarantineMode = (typeof quarantineModes)[number];

/** Where a device's expected interval and silence alarm can be set, the nearest level first. */
export const expectationLevels = ["device", "group", "account"] as const;
export type ExpectationLevel = (typeof expectationLevels)[number];

/** Where a chain can be assigned, the nearest level first; `default` is the account. */
export const chainLevels = ["sensor", "device", "group", "default"] as const;
export type ChainLevel = (typeof chainLevels)[number];

export const nodeCategories = ["input", "filter", "transform", "route", "action"] as const;
export type NodeCategory = (typeof nodeCategories)[number];

/** How severe a problem of a chain is. An error keeps the chain from being published. */
export const problemSeverities = ["error", "warning"] as const;
export type ProblemSeverity = (typeof problemSeverities)[number];

/** What programs decide on. All errors have the code `invalid`: the chain cannot run as it is. */
export const problemCodes = [
  "invalid",
  "no_save_reachable",
  "unsaved_readings",
  "alarm_never_cleared",
  "example_address",
  "missing_secret",
  "no_mail_server",
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** At which level a log node writes. */
export const chainLogLevels = ["info", "warn", "error"] as const;
export type ChainLogLevel = (typeof chainLogLevels)[number];

/** What can differ when two versions of a chain run the same reading. */
export const runAspects = ["outcome", "values", "alarms", "messages"] as const;
export type RunAspect = (typeof runAspects)[number];

/** What an expression must return. */
export const expressionResults = ["bool", "number", "string", "any"] as const;
export type ExpressionResult = (typeof expressionResults)[number];

export const expressionWordKinds = ["variable", "field", "function", "method", "loop", "operator"] as const;
export type ExpressionWordKind = (typeof expressionWordKinds)[number];

export const importFormats = ["csv", "ndjson"] as const;
export type ImportFormat = (typeof importFormats)[number];
/** `chain`: readings go through the chains of their sensors. `store`: they are saved as they are. */
export const importModes = ["chain", "store"] as const;
export type ImportMode = (typeof importModes)[number];
export const importStates = ["open", "finished"] as const;
export type ImportState = (typeof importStates)[number];

export const exportFormats = ["csv", "ndjson", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const batteryExportFormats = ["csv", "ndjson"] as const;
export type BatteryExportFormat = (typeof batteryExportFormats)[number];

/** Widths of buckets that follow the calendar. */
export const calendarUnits = ["day", "week", "month"] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** The time range that the tiles of a board share. It always ends now. */
export const boardSpans = ["1h", "6h", "24h", "7d", "30d", "365d"] as const;
export type BoardSpan = (typeof boardSpans)[number];

/** What the variable of a board picks. */
export const boardVariableKinds = ["device", "group"] as const;
export type BoardVariableKind = (typeof boardVariableKinds)[number];

/** What narrows the list of devices in a board's picker. */
export const variableLimitKinds = ["group", "tag"] as const;

/** How a chart tile draws its sensors. `states` shows a value as on (not 0) or off. */
export const tileChartStyles = ["lines", "bars", "states"] as const;

/** How an image fills its tile: all of it with room at its sides, or the whole tile without what reaches past its edges. */
export const imageFits = ["contain", "cover"] as const;

/** Which figure of a bucket a chart tile draws. */
export const tileAggregations = ["mean", "min", "max", "sum", "last"] as const;

/** Which figure of a bucket the chart of a device draws. */
export const chartAggregations = [...tileAggregations, "count"] as const;
export type ChartAggregation = (typeof chartAggregations)[number];

/** When a device that asks with a provisioning key is created: at once, when somebody approves it, or when it is claimed. */
export const provisioningAdmissions = ["at_once", "approval", "claim"] as const;
export type ProvisioningAdmission = (typeof provisioningAdmissions)[number];

/**
 * What became of a hardware id. `provisioned`: its device exists. `claimed`: its device exists in another account, whose
 * member entered the claim code.
 */
export const hardwareStates = ["waiting", "rejected", "provisioned", "claimed"] as const;
export type HardwareState = (typeof hardwareStates)[number];

/** What a server process does. */
export const processRoles = ["ingest", "process", "deliver", "manage"] as const;
export type ProcessRole = (typeof processRoles)[number];

/** The state of a process of a cluster. `revoked`: it did not answer. `lost`: it stopped or was cut off without notice. */
export const memberStates = ["active", "revoked", "lost"] as const;
export type MemberState = (typeof memberStates)[number];

/** Redis as a process of a cluster sees it. */
export const redisViews = ["connected", "away", "unused"] as const;
export type RedisView = (typeof redisViews)[number];

/** How a standby of PostgreSQL follows. `sync` and `quorum`: commits wait for it. */
export const standbyStates = ["sync", "quorum", "potential", "async", "catching up", "unknown"] as const;
export type StandbyState = (typeof standbyStates)[number];

/** What the operator is told. All but the first are about clusters. `work_failing`: a process fails at what it does all the time. */
export const noticeKinds = [
  "work_failing",
  "wrong_stream",
  "entries_lost",
  "engine_away",
  "role_missing",
  "partitions_unowned",
  "redis_away",
  "redis_unused",
  "member_lost",
  "mixed_versions",
  "not_synced",
  "sync_unknown",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Who did what the audit log records. `nobody`: a caller who was not signed in. */
export const actorKinds = ["user", "key", "operator", "nobody"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** What a link that is mailed to an address does: it verifies the address, or makes it the new one. */
export const emailLinkPurposes = ["verify", "change"] as const;
export type EmailLinkPurpose = (typeof emailLinkPurposes)[number];

export const timeFormats = ["auto", "12h", "24h"] as const;
export type TimeFormat = (typeof timeFormats)[number];

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** What device templates name by UUID. */
export const templateReferenceKinds = ["chain", "board"] as const;

/** How a device can differ from its template. */
export const templateDifferenceKinds = [
  "setting",
  "sensor_setting",
  "missing_sensor",
  "extra_sensor",
] as const;

/** What a member can make that works without them. */
export const grantKinds = ["api_key", "share_link", "provisioning_key", "invitation"] as const;
export type GrantKind = (typeof grantKinds)[number];
