/**
 * Checks the rules of ARCHITECTURE.md and CONTRIBUTING.md that a machine can check: who may import whom, no circles, no
 * catch-all file names, no environment reads or console output outside the command line.
 */
import { testBannedCode } from "./tidy/banned-code.ts";
import { testDataAccess } from "./tidy/data-access.ts";
import { testFieldsOnce } from "./tidy/fields-once.ts";
import { testFileRules } from "./tidy/file-rules.ts";
import { testHotPath } from "./tidy/hot-path.ts";
import { testImportGraph } from "./tidy/import-graph.ts";
import { testManageSubjects } from "./tidy/manage-subjects.ts";
import { testPackageImports } from "./tidy/package-imports.ts";
import { testPromises } from "./tidy/promises.ts";
import { testServerImports } from "./tidy/server-imports.ts";
import { testUnusedExports } from "./tidy/unused-exports.ts";

testServerImports();
testPackageImports();
testImportGraph();
testManageSubjects();
testDataAccess();
testFileRules();
testFieldsOnce();
testUnusedExports();
testBannedCode();
testHotPath();
testPromises();
