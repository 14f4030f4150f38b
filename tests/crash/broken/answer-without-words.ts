/** Loaded before Weir. Makes it refuse bodies without saying what is wrong. */
import { apiErrors } from "@weir/protocol/errors";

Object.assign(apiErrors.validationFailed, { message: "" });
