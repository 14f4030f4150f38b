/**
 * The statuses of answers to what is not a proper request, and of a fault of the server itself. After each of them the
 * connection is closed, because there is no knowing where the next request begins.
 */
export type HttpFault = 400 | 408 | 414 | 417 | 431 | 500 | 501 | 505;
