import { MailCheck } from "lucide-react";
import { usePages } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Button } from "../../ui/button.tsx";
import { DeviceFilter } from "../../ui/device-filter.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ChainFilter } from "./chain-filter.tsx";
import { DeadLetterTable } from "./dead-letter-table.tsx";
import { RecordList } from "./record-list.tsx";
import { RecordsTabs } from "./records-tabs.tsx";
import { useStillRecords } from "./use-still-records.ts";

const againEveryMs = 15_000;

/** Readings that failed in their chain and were put aside. */
export function DeadLettersPage() {
  const [filter, setFilter] = useFilters("device", "chain");
  const { device, chain } = filter;
  const query = { device, chain };
  const pages = usePages("listDeadLetters", { query }, { refetchInterval: againEveryMs });
  const list = useStillRecords(pages, query);
  const isNarrowed = device !== undefined || chain !== undefined;
  return (
    <Page title="Dead letters" tabs={<RecordsTabs />}>
      <RecordList
        list={list}
        what="dead letter"
        filters={
          <>
            <DeviceFilter
              device={device}
              onChoose={(chosen) => setFilter({ device: chosen })}
              className="w-60 max-md:w-full"
            />
            <ChainFilter chain={chain} onChoose={(chosen) => setFilter({ chain: chosen })} />
          </>
        }
        empty={
          <EmptyState
            icon={<MailCheck size={24} />}
            title={isNarrowed ? "No matching dead letters" : "No dead letters"}
            action={
              isNarrowed ? (
                <Button onClick={() => setFilter({ device: "", chain: "" })}>Show all dead letters</Button>
              ) : undefined
            }
          >
            {isNarrowed
              ? "No dead letters match these filters."
              : "A reading that fails in its rule chain, for example because an expression divides by zero, is kept here with the reason. Fix the chain, then replay the reading."}
          </EmptyState>
        }
      >
        <DeadLetterTable key={`${device} ${chain}`} list={list} filter={filter} />
      </RecordList>
    </Page>
  );
}
