/** The table of pictures of devices. */
export interface DevicePictureSchema {
  device_pictures: {
    device_id: number;
    account_id: number;
    media_type: string;
    bytes: Uint8Array;
    updated_at: number;
  };
}
