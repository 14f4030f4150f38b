import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { CircleUserRound } from "lucide-react";
import { Suspense } from "react";
import { AccountActions } from "../../app/rail.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Loading } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import { sectionGroups, sections } from "./sections.ts";

/** A list of sections on the left and one of them beside it; where that has no room, the list is a choice above. */
export function SettingsPage() {
  const place = useLocation().pathname.replace(/(.)\/$/, "$1");
  const section = sections.find(({ to }) => to === place) ?? sections[0]!;
  return (
    <Page
      title={section.label}
      crumbs={[{ label: "Settings", to: "/settings" }]}
      action={<PhoneAccountMenu />}
    >
      <div className="flex gap-8 max-lg:flex-col max-lg:gap-4">
        <SectionList />
        <SectionChoice chosen={section.to} />
        <Together key={section.to} className="flex flex-col gap-5">
          <Suspense fallback={<Loading shape="card" />}>
            <Outlet />
          </Suspense>
        </Together>
      </div>
    </Page>
  );
}

/** Also at the bottom of the rail, but the bar of a narrow window has no room for it. */
function PhoneAccountMenu() {
  return (
    <div className="rail:hidden">
      <AccountActions
        trigger={
          <IconButton label="Account menu">
            <CircleUserRound size={20} aria-hidden />
          </IconButton>
        }
      />
    </div>
  );
}

function SectionList() {
  return (
    <nav aria-label="Settings" className="flex w-44 shrink-0 flex-col gap-4 max-lg:hidden">
      {sectionGroups.map(({ label, sections: listed }) => (
        <div key={label} className="flex flex-col gap-0.5">
          <div className="px-2 pb-1 text-xs text-muted">{label}</div>
          {listed.map(({ to, label: name, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-text"
              activeProps={{ className: "bg-hover! text-text! font-medium", "aria-current": "page" }}
            >
              <Icon size={15} aria-hidden />
              {name}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

function SectionChoice({ chosen }: { readonly chosen: string }) {
  const navigate = useNavigate();
  return (
    <Select
      aria-label="Settings section"
      className="lg:hidden"
      choices={sections.map(({ to, label }) => ({ value: to, label }))}
      value={chosen}
      onChange={(event) => void navigate({ to: event.target.value })}
    />
  );
}
