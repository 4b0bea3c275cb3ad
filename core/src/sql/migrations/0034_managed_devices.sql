-- The devices that the device management of an event knows, as of its last reading, and the terminals that they are.

create table managed_device (
  event_id bigint not null references event,
  device_id text not null check (device_id <> ''),
  status text not null check (status in ('online', 'offline', 'unknown')),
  serial text,
  imei text,
  description text,
  model text,
  ip_address text,
  last_update timestamptz,
  -- degrees; positive is north and east
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  located_at timestamptz,
  primary key (event_id, device_id),
  check ((latitude is null) = (longitude is null))
);

-- A device need not be known yet when it is linked.
create table terminal_device (
  event_id bigint not null references event,
  terminal_id bigint not null,
  device_id text not null check (device_id <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (event_id, terminal_id),
  unique (event_id, device_id),
  foreign key (event_id, terminal_id) references terminal on delete cascade
);

create table device_reading (
  event_id bigint primary key references event,
  -- a digest of the settings that were used; with others the devices are read anew at once
  used_settings text not null,
  read_at timestamptz,
  failed_at timestamptz,
  -- why the last reading failed, in English and German; null after one that did not
  problem jsonb
);

-- The organiser's picture of the site. Bookings never read it.
create table site_map (
  event_id bigint primary key references event,
  -- the places of the corners top_left, top_right and bottom_left: latitude and longitude in degrees
  corners jsonb not null,
  mime_type text not null check (mime_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  picture bytea not null
);
