-- The address book: every address of New Zealand, as streets and the houses on them. A search reads the words of some
-- hundred thousand streets and then a house number on a few of them, so it is as quick on two million rows as on two.
--
-- An import builds the next edition in the schema address_book_incoming and puts it in the place of this one by a
-- rename: a migration that changes these tables must drop that schema and the unfinished row of address_import.
create schema address_book;

create table address_book.street (
  id        integer primary key,
  name      text not null,
  type      text not null,
  -- 'East'; '' when there is none
  suffix    text not null,
  suburb    text not null,
  city      text not null,
  -- '' where the file gives none
  postcode  text not null,
  addresses integer not null,
  -- each word in every form it may be typed in, without macrons, and neighbours written together; '=queen' begins the name, '?' has no postcode
  words     tsvector not null
);
create index street_words on address_book.street using gin (words) with (fastupdate = off);

create table address_book.address (
  id           text primary key,
  street_id    integer not null,
  house_number integer not null,
  -- as written: '21A', '23-25', '1A-7A'
  house        text not null,
  unit_type    text not null,
  unit_number  text not null,
  level_type   text not null,
  level_number text not null
);
create index address_place on address_book.address (street_id, house_number);
-- Ranges, '88-92', are few among all and looked for by any number within.
create index address_range on address_book.address (street_id, house_number) where house like '%-%';

-- The words of all streets; slips are the keys a word is found by when one letter of it is typed wrong.
create table address_book.word (
  word    text collate "C" primary key,
  streets integer not null,
  slips   text[] not null
);
create index word_slips on address_book.word using gin (slips) with (fastupdate = off);

create table address_import (
  id          integer generated always as identity primary key,
  -- SHA-256 of the whole file
  file_hash   text not null,
  -- the first byte not yet taken in; what is before it is in the tables
  position    bigint not null default 0,
  rows        integer not null default 0,
  unreadable  integer not null default 0,
  started_at  timestamptz not null default now(),
  finished_at timestamptz
);
create unique index address_import_one_unfinished on address_import ((true)) where finished_at is null;
