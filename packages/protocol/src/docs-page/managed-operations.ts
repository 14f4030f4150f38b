import { managePath } from "../manage/route.ts";
import { type OpenApiDocument, type Operation, operationMethods } from "../openapi/openapi-document.ts";

/** An operation of the management API. */
export interface ManagedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Finds the operations of the management API in a document, which may have none. */
export function managedOperations(document: OpenApiDocument): ManagedOperation[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(`${managePath}/`))
    .flatMap(([path, item]) =>
      operationMethods.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [{ method, path, operation }];
      }),
    );
}

/** The id of the entry of an operation. */
export function operationAnchor({ operationId }: Operation): string {
  return `operation-${operationId}`;
}
