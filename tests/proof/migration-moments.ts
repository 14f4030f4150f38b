import { embeddedLayout } from "../../packages/server/src/installation/embedded/embedded-layout.ts";

/** A moment of one migration of one file. */
export interface MigrationMoment {
  readonly file: string;
  readonly version: number;
  readonly moment: (typeof moments)[number];
}

const moments = ["before its statements", "after its statements", "after its number"] as const;
const { control, store, log } = embeddedLayout;

/** All of them. The first migration makes an empty file, and old folders have had it. */
export const migrationMoments: readonly MigrationMoment[] = [control, store, log].flatMap(
  ({ name, migrations }) =>
    migrations.slice(1).flatMap(({ version, sql }) =>
      // A migration without statements only marks that older versions cannot read the file.
      (sql === "" ? moments.slice(-1) : moments).map((moment) => ({ file: name, version, moment })),
    ),
);
