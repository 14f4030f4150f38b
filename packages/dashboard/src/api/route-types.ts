export type { CallAnswer, CallInput, RouteName, Routes } from "@weir/protocol/manage/calls";
