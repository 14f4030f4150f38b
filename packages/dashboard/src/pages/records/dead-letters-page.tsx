import { MailCheck } from "lucide-react";
import { usePages } from "../../api/queries.ts";
import { SystemPlace } from "../../app/places/system-place.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { DevicePicker } from "../../ui/device-picker.tsx";
import { NoMatch, RecordList } from "../../ui/record-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useStillRecords } from "../../ui/use-still-records.ts";
import { ChainFilter } from "./chain-filter.tsx";
import { DeadLetterTable } from "./dead-letter-table.tsx";

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
    <SystemPlace to="/system/dead-letters">
      <RecordList
        list={list}
        what="dead letter"
        filters={
          <>
            <DevicePicker
              device={device}
              onChoose={(chosen) => setFilter({ device: chosen })}
              className="w-60 max-md:w-full"
            />
            <ChainFilter chain={chain} onChoose={(chosen) => setFilter({ chain: chosen })} />
          </>
        }
        empty={
          isNarrowed ? (
            <NoMatch
              icon={<MailCheck size={24} />}
              what="dead letters"
              onShowAll={() => setFilter({ device: "", chain: "" })}
            />
          ) : (
            <EmptyState icon={<MailCheck size={24} />} title="No dead letters">
              A reading that fails in its rule chain, for example because an expression divides by zero, is
              kept here with the reason. Fix the chain, then replay the reading.
            </EmptyState>
          )
        }
      >
        <DeadLetterTable key={`${device} ${chain}`} list={list} filter={filter} />
      </RecordList>
    </SystemPlace>
  );
}
