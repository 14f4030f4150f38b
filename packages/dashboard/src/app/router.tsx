import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type ParsedLocation,
  redirect,
  type SearchSchemaInput,
} from "@tanstack/react-router";
import { lazyPart } from "../ui/lazy-part.tsx";
import { askForBoard, askForHome, askForSession } from "./first-requests.ts";
import { lazyPage } from "./lazy-page.tsx";
import { NotFound } from "./not-found.tsx";
import { PageFault } from "./page-fault.tsx";
import {
  type Asked,
  type BoardSearch,
  type ChartSearch,
  type DevicesSearch,
  type Flags,
  type HomeSearch,
  searchOf,
  type Texts,
} from "./page-search.ts";
import { movedPath } from "./places/moved-pages.ts";
import { SecondFactorGate } from "./second-factor-gate.tsx";
import { SignedInOnly } from "./session.tsx";
import { Shell } from "./shell.tsx";

const root = createRootRoute({
  beforeLoad: leadToMovedPage,
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageFault,
});

const SignInPage = lazyPage(() => import("../pages/entry/sign-in-page.tsx"), "SignInPage");

/** Unlike a page, it never reloads everything, because that would lose what was typed before the session ended. */
const SignInAgainPage = lazyPart(async () => {
  const { SignInAgainPage: page } = await import("../pages/entry/sign-in-again-page.tsx");
  return page;
});

const NoAccountPage = lazyPage(() => import("../pages/entry/no-account-page.tsx"), "NoAccountPage");

/** All pages that need a sign-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  // Loaded once, in parallel with the first page.
  loader: askForSession,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => (
    <SignedInOnly signIn={<SignInPage />} signInAgain={<SignInAgainPage />} noAccount={<NoAccountPage />}>
      <SecondFactorGate>
        <Shell />
      </SecondFactorGate>
    </SignedInOnly>
  ),
});

const home = createRoute({
  getParentRoute: () => inside,
  path: "/",
  loader: () => void askForHome(),
  component: lazyPage(() => import("../pages/home/home-page.tsx"), "HomePage"),
  validateSearch: searchOf<HomeSearch>,
});

const board = createRoute({
  getParentRoute: () => inside,
  path: "/boards/$board",
  loader: ({ params }) => void askForBoard(params.board),
  component: lazyPage(() => import("../pages/boards/board-page.tsx"), "BoardPage"),
  validateSearch: searchOf<BoardSearch>,
});

type Load = Parameters<typeof lazyPage>[0];

/** A function that adds pages below `parent`. The page of a tab or section is a part of the one around it. */
function pagesOf<Parent extends AnyRoute>(parent: Parent, shape?: "card") {
  return <const Path extends string, Search extends object = object>(
    path: Path,
    load: Load,
    name: string,
    search: (search: Search & SearchSchemaInput) => Asked<Search> = searchOf<Search>,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyPage(load, name, shape),
      validateSearch: search,
    });
}

const page = pagesOf(inside);
const outside = pagesOf(root);
const device = page("/devices/$device", () => import("../pages/device/device-page.tsx"), "DevicePage");
const deviceTab = pagesOf(device, "card");
const settings = page("/settings", () => import("../pages/settings/settings-page.tsx"), "SettingsPage");
const setting = pagesOf(settings, "card");

const tree = root.addChildren([
  outside("/setup", () => import("../pages/entry/setup-page.tsx"), "SetupPage"),
  outside("/forgot-password", () => import("../pages/entry/forgot-password-page.tsx"), "ForgotPasswordPage"),
  outside("/reset-password", () => import("../pages/entry/reset-password-page.tsx"), "ResetPasswordPage"),
  outside("/verify-email", () => import("../pages/entry/confirm-email-page.tsx"), "ConfirmEmailPage"),
  outside("/confirm-email", () => import("../pages/entry/confirm-email-page.tsx"), "ConfirmEmailPage"),
  outside("/invitation", () => import("../pages/entry/invitation-page.tsx"), "InvitationPage"),
  outside("/mail-recipient", () => import("../pages/entry/mail-recipient-page.tsx"), "MailRecipientPage"),
  outside("/shared", () => import("../pages/boards/shared/shared-board-page.tsx"), "SharedBoardPage"),
  inside.addChildren([
    home,
    page(
      "/boards",
      () => import("../pages/boards/boards-page.tsx"),
      "BoardsPage",
      searchOf<Texts<"search"> & Flags<"new">>,
    ),
    board,
    page(
      "/devices",
      () => import("../pages/devices/devices-page.tsx"),
      "DevicesPage",
      searchOf<DevicesSearch>,
    ),
    page("/devices/new", () => import("../pages/devices/new-device-page.tsx"), "NewDevicePage"),
    page(
      "/devices/import",
      () => import("../pages/devices/import/import-devices-page.tsx"),
      "ImportDevicesPage",
    ),
    page("/devices/groups", () => import("../pages/groups/groups-page.tsx"), "GroupsPage"),
    page("/devices/templates", () => import("../pages/templates/templates-page.tsx"), "TemplatesPage"),
    page(
      "/devices/sensor-types",
      () => import("../pages/sensor-types/sensor-types-page.tsx"),
      "SensorTypesPage",
    ),
    page(
      "/devices/provisioning",
      () => import("../pages/provisioning/provisioning-page.tsx"),
      "ProvisioningPage",
      searchOf<Texts<"state">>,
    ),
    device.addChildren([
      deviceTab("/", () => import("../pages/device/overview-tab.tsx"), "OverviewTab"),
      deviceTab("/start", () => import("../pages/device/start-tab.tsx"), "StartTab"),
      deviceTab("/latest", () => import("../pages/device/latest-tab.tsx"), "LatestTab"),
      deviceTab(
        "/charts",
        () => import("../pages/charts/charts-tab.tsx"),
        "ChartsTab",
        searchOf<ChartSearch>,
      ),
      deviceTab(
        "/sensors",
        () => import("../pages/device/sensors-tab.tsx"),
        "SensorsTab",
        searchOf<Flags<"add">>,
      ),
      deviceTab("/credentials", () => import("../pages/device/credentials-tab.tsx"), "CredentialsTab"),
      deviceTab(
        "/activity",
        () => import("../pages/activity/device-activity-tab.tsx"),
        "DeviceActivityTab",
        searchOf<Texts<"only" | "reason">>,
      ),
      deviceTab("/import", () => import("../pages/import/import-tab.tsx"), "ImportTab"),
      deviceTab("/settings", () => import("../pages/device/settings-tab.tsx"), "SettingsTab"),
    ]),
    page(
      "/charts",
      () => import("../pages/charts/place/charts-page.tsx"),
      "ChartsPage",
      searchOf<ChartSearch>,
    ),
    page("/$", () => import("./not-found.tsx"), "NotFound"),
    page("/chains", () => import("../pages/chains/chains-page.tsx"), "ChainsPage", searchOf<Texts<"search">>),
    page(
      "/chains/$chain",
      () => import("../pages/chains/editor/chain-editor-page.tsx"),
      "ChainEditorPage",
      searchOf<Texts<"node" | "panel" | "view">>,
    ),
    page(
      "/chains/$chain/versions",
      () => import("../pages/chains/versions-page.tsx"),
      "VersionsPage",
      searchOf<Texts<"from" | "to">>,
    ),
    page(
      "/alarms",
      () => import("../pages/records/alarms-page.tsx"),
      "AlarmsPage",
      searchOf<Texts<"state" | "severity" | "device" | "chain" | "assignee">>,
    ),
    page(
      "/alarms/rules",
      () => import("../pages/alert-rules/alert-rules-page.tsx"),
      "AlertRulesPage",
      searchOf<Texts<"rule" | "device"> & Flags<"new">>,
    ),
    page(
      "/alarms/notifications",
      () => import("../pages/notifications/notifications-page.tsx"),
      "NotificationsPage",
    ),
    page("/alarms/$alarm", () => import("../pages/alarm/alarm-page.tsx"), "AlarmPage"),
    page(
      "/activity",
      () => import("../pages/activity/activity-page.tsx"),
      "ActivityPage",
      searchOf<Texts<"device" | "only" | "reason">>,
    ),
    page(
      "/activity/quarantine",
      () => import("../pages/activity/quarantine-page.tsx"),
      "QuarantinePage",
      searchOf<Texts<"device" | "reason">>,
    ),
    page("/activity/$request", () => import("../pages/activity/request-page.tsx"), "RequestPage"),
    page("/system", () => import("../pages/system/status-page.tsx"), "StatusPage"),
    page(
      "/system/outbox",
      () => import("../pages/records/outbox-page.tsx"),
      "OutboxPage",
      searchOf<Texts<"state" | "kind" | "device" | "chain" | "node">>,
    ),
    page(
      "/system/dead-letters",
      () => import("../pages/records/dead-letters-page.tsx"),
      "DeadLettersPage",
      searchOf<Texts<"device" | "chain">>,
    ),
    page("/system/limits", () => import("../pages/system/limits-page.tsx"), "LimitsPage"),
    page(
      "/system/audit",
      () => import("../pages/system/audit/audit-page.tsx"),
      "AuditPage",
      searchOf<Texts<"action" | "actor" | "subject" | "days">>,
    ),
    page("/system/cluster", () => import("../pages/system/cluster/cluster-page.tsx"), "ClusterPage"),
    page("/devices/templates/new", () => import("../pages/templates/template-page.tsx"), "NewTemplatePage"),
    page(
      "/devices/templates/$template",
      () => import("../pages/templates/template-page.tsx"),
      "TemplatePage",
    ),
    settings.addChildren([
      setting("/", () => import("../pages/settings/account-section.tsx"), "AccountSection"),
      setting("/profile", () => import("../pages/settings/profile-section.tsx"), "ProfileSection"),
      setting("/members", () => import("../pages/settings/members-section.tsx"), "MembersSection"),
      setting("/api-keys", () => import("../pages/settings/api-keys-section.tsx"), "ApiKeysSection"),
      setting(
        "/retention",
        () => import("../pages/settings/retention-section.tsx"),
        "RetentionSection",
        searchOf<Texts<"device">>,
      ),
      setting("/secrets", () => import("../pages/settings/secrets-section.tsx"), "SecretsSection"),
      setting("/mail", () => import("../pages/settings/mail-section.tsx"), "MailSection"),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  scrollRestoration: true,
  // Pages scroll inside the shell. Without this, a page would start at the scroll position of the one before.
  scrollToTopSelectors: ["#content"],
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** Old addresses lead to where their pages are now. */
function leadToMovedPage({ location: { pathname, href } }: { readonly location: ParsedLocation }): void {
  const moved = movedPath(pathname);
  if (moved !== null) throw redirect({ href: moved + href.slice(pathname.length), replace: true });
}
