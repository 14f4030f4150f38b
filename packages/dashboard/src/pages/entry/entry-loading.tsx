import { Loading } from "../../ui/states.tsx";

/** The place of a page without a sign-in, until it is known what it is about. */
export function EntryLoading({ what }: { readonly what: string }) {
  return (
    <main className="flex flex-col items-center px-4 pt-[12vh] max-md:pt-10">
      <h1 className="sr-only">Weir</h1>
      <div className="w-full max-w-88 rounded-lg border border-line bg-surface py-3">
        <Loading what={what} shape="form" />
      </div>
    </main>
  );
}
