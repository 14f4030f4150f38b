/**
 * The statuses of answers to malformed requests, and of a fault of the server itself. After each of them the connection is
 * closed, because it is unknown where the next request begins.
 */
export type HttpFault = 400 | 408 | 414 | 417 | 431 | 500 | 501 | 505;
