"""Event ticketing: the box office's API over events, seats, orders, promo codes, refunds and check-in.

The current user is the box-office agent with user id 1. Money goes in and out as decimal strings ("24.50").
"""

import base64
import binascii
import os
import uuid
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from fastapi import Body, FastAPI, HTTPException, Path, Query
from pydantic import BaseModel, Field, NaiveDatetime
from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    func,
    text,
)
from sqlalchemy.orm import Session, declarative_base, relationship, sessionmaker

database_url = os.getenv("DATABASE_PATH", "sqlite:///event_ticketing.db")
engine = create_engine(database_url, connect_args={"check_same_thread": False})
SessionLocal = sessionmaker(bind=engine)
Base: Any = declarative_base()

AGENT_ID = 1


@event.listens_for(engine, "connect")
def enforce_foreign_keys(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")


# ---------------------------------------------------------------- tables


class Venue(Base):
    __tablename__ = "venues"
    id = Column(Integer, primary_key=True)
    name = Column(String, nullable=False, unique=True)
    city = Column(String, nullable=False)
    address = Column(String, nullable=False)
    access_notes = Column(Text)
    gates = relationship("Gate", order_by="Gate.id")
    sections = relationship("Section", order_by="Section.id")


class Gate(Base):
    __tablename__ = "gates"
    __table_args__ = (UniqueConstraint("venue_id", "label"),)
    id = Column(Integer, primary_key=True)
    venue_id = Column(Integer, ForeignKey("venues.id"), nullable=False)
    label = Column(String, nullable=False)


class Section(Base):
    __tablename__ = "sections"
    __table_args__ = (UniqueConstraint("venue_id", "name"),)
    id = Column(Integer, primary_key=True)
    venue_id = Column(Integer, ForeignKey("venues.id"), nullable=False)
    name = Column(String, nullable=False)
    kind = Column(String, nullable=False)
    seats = relationship("Seat", order_by="Seat.row_label, Seat.seat_number")


class Seat(Base):
    __tablename__ = "seats"
    section_id = Column(Integer, ForeignKey("sections.id", ondelete="CASCADE"), primary_key=True)
    row_label = Column(String, primary_key=True)
    seat_number = Column(Integer, primary_key=True, autoincrement=False)
    is_accessible = Column(Boolean, nullable=False, default=False)
    view = Column(String, nullable=False, default="clear")


class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    full_name = Column(String, nullable=False)
    email = Column(String, nullable=False, unique=True)
    phone = Column(String)
    role = Column(String, nullable=False, default="customer")
    newsletter = Column(Boolean, nullable=False, default=False)


class Event(Base):
    __tablename__ = "events"
    id = Column(Integer, primary_key=True)
    title = Column(String, nullable=False)
    category = Column(String, nullable=False)
    venue_id = Column(Integer, ForeignKey("venues.id"), nullable=False)
    status = Column(String, nullable=False, default="draft")
    doors_at = Column(DateTime, nullable=False)
    starts_at = Column(DateTime, nullable=False)
    age_limit = Column(Integer)
    tags = Column(JSON, nullable=False, default=list)
    details = Column(JSON, nullable=False, default=dict)
    venue = relationship("Venue")
    tiers = relationship("PriceTier", order_by="PriceTier.id", back_populates="event")


class PriceTier(Base):
    __tablename__ = "price_tiers"
    __table_args__ = (UniqueConstraint("event_id", "name"),)
    id = Column(Integer, primary_key=True)
    event_id = Column(Integer, ForeignKey("events.id", ondelete="CASCADE"), nullable=False)
    section_id = Column(Integer, ForeignKey("sections.id"), nullable=False)
    name = Column(String, nullable=False)
    price_cents = Column(Integer, nullable=False)
    fee_cents = Column(Integer, nullable=False, default=0)
    quota = Column(Integer)
    event = relationship("Event", back_populates="tiers")
    section = relationship("Section")


class PromoCode(Base):
    __tablename__ = "promo_codes"
    __table_args__ = (CheckConstraint("kind <> 'percent' OR value <= 100"),)
    id = Column(Integer, primary_key=True)
    code = Column(String, nullable=False, unique=True)
    kind = Column(String, nullable=False)
    value = Column(Integer, nullable=False)
    event_id = Column(Integer, ForeignKey("events.id"))
    max_uses = Column(Integer)
    used_count = Column(Integer, nullable=False, default=0)
    active = Column(Boolean, nullable=False, default=True)


class Order(Base):
    __tablename__ = "orders"
    id = Column(Integer, primary_key=True)
    reference = Column(String, nullable=False, unique=True)
    customer_id = Column(Integer, ForeignKey("users.id"), nullable=False)
    event_id = Column(Integer, ForeignKey("events.id"), nullable=False)
    status = Column(String, nullable=False, default="held")
    promo_code_id = Column(Integer, ForeignKey("promo_codes.id"))
    subtotal_cents = Column(Integer, nullable=False)
    discount_cents = Column(Integer, nullable=False, default=0)
    fees_cents = Column(Integer, nullable=False, default=0)
    total_cents = Column(Integer, Computed("subtotal_cents - discount_cents + fees_cents", persisted=True))
    payment_method = Column(String)
    placed_at = Column(DateTime, nullable=False, default=datetime.now)
    customer = relationship("User")
    event = relationship("Event")
    promo_code = relationship("PromoCode")
    tickets = relationship("Ticket", order_by="Ticket.id", back_populates="order")


class Ticket(Base):
    __tablename__ = "tickets"
    __table_args__ = (
        ForeignKeyConstraint(
            ["section_id", "row_label", "seat_number"],
            ["seats.section_id", "seats.row_label", "seats.seat_number"],
        ),
        Index(
            "idx_tickets_seat",
            "event_id",
            "section_id",
            "row_label",
            "seat_number",
            unique=True,
            sqlite_where=text("row_label IS NOT NULL AND status <> 'void'"),
        ),
    )
    id = Column(Integer, primary_key=True)
    order_id = Column(Integer, ForeignKey("orders.id", ondelete="CASCADE"), nullable=False)
    event_id = Column(Integer, ForeignKey("events.id"), nullable=False)
    tier_id = Column(Integer, ForeignKey("price_tiers.id"), nullable=False)
    section_id = Column(Integer, nullable=False)
    row_label = Column(String)
    seat_number = Column(Integer)
    code = Column(String, nullable=False, unique=True)
    holder_name = Column(String, nullable=False)
    price_cents = Column(Integer, nullable=False)
    fee_cents = Column(Integer, nullable=False)
    status = Column(String, nullable=False, default="valid")
    order = relationship("Order", back_populates="tickets")
    tier = relationship("PriceTier")


class TicketHistory(Base):
    """Filled by the trigger trg_ticket_history whenever a ticket's status changes."""

    __tablename__ = "ticket_history"
    id = Column(Integer, primary_key=True)
    ticket_id = Column(Integer, ForeignKey("tickets.id", ondelete="CASCADE"), nullable=False)
    old_status = Column(String, nullable=False)
    new_status = Column(String, nullable=False)
    changed_at = Column(DateTime, nullable=False, server_default=func.current_timestamp())


class Refund(Base):
    __tablename__ = "refunds"
    id = Column(Integer, primary_key=True)
    order_id = Column(Integer, ForeignKey("orders.id"), nullable=False)
    reason = Column(String, nullable=False)
    issued_by = Column(Integer, ForeignKey("users.id"), nullable=False)
    issued_at = Column(DateTime, nullable=False, default=datetime.now)
    order = relationship("Order")
    lines = relationship("RefundTicket", order_by="RefundTicket.ticket_id")


class RefundTicket(Base):
    __tablename__ = "refund_tickets"
    refund_id = Column(Integer, ForeignKey("refunds.id", ondelete="CASCADE"), primary_key=True)
    ticket_id = Column(Integer, ForeignKey("tickets.id"), primary_key=True)
    amount_cents = Column(Integer, nullable=False)


class CheckIn(Base):
    __tablename__ = "check_ins"
    ticket_id = Column(Integer, ForeignKey("tickets.id"), primary_key=True)
    gate_id = Column(Integer, ForeignKey("gates.id"), nullable=False)
    scanned_by = Column(Integer, ForeignKey("users.id"), nullable=False)
    scanned_at = Column(DateTime, nullable=False, default=datetime.now)


class WaitlistEntry(Base):
    __tablename__ = "waitlist"
    event_id = Column(Integer, ForeignKey("events.id", ondelete="CASCADE"), primary_key=True)
    user_id = Column(Integer, ForeignKey("users.id"), primary_key=True)
    quantity = Column(Integer, nullable=False)
    joined_at = Column(DateTime, nullable=False, default=datetime.now)
    user = relationship("User")


class EventNote(Base):
    __tablename__ = "event_notes"
    id = Column(Integer, primary_key=True)
    event_id = Column(Integer, ForeignKey("events.id", ondelete="CASCADE"), nullable=False)
    author_id = Column(Integer, ForeignKey("users.id"), nullable=False)
    body = Column(Text, nullable=False)
    pinned = Column(Boolean, nullable=False, default=False)
    written_at = Column(DateTime, nullable=False, default=datetime.now)
    author = relationship("User")


class Poster(Base):
    __tablename__ = "posters"
    event_id = Column(Integer, ForeignKey("events.id", ondelete="CASCADE"), primary_key=True)
    mime = Column(String, nullable=False)
    image = Column(LargeBinary, nullable=False)
    alt_text = Column(String)


Base.metadata.create_all(engine)


# ---------------------------------------------------------------- request and response bodies

Category = Literal["concert", "theatre", "comedy", "film", "sport", "talk"]
EventStatus = Literal["draft", "on_sale", "sold_out", "cancelled"]
OrderStatus = Literal["held", "paid", "cancelled", "part_refunded", "refunded"]
PaymentMethod = Literal["card", "cash", "voucher"]
MONEY = r"^\d{1,6}\.\d{2}$"
Money = Annotated[str, Field(pattern=MONEY, description="Decimal amount with two places, for example 24.50")]


class GateOut(BaseModel):
    id: int
    label: str


class SectionOut(BaseModel):
    id: int
    name: str
    kind: str
    seats: int = Field(description="Number of numbered seats; 0 where people stand")


class VenueOut(BaseModel):
    id: int
    name: str
    city: str
    address: str
    access_notes: str | None


class VenueDetail(VenueOut):
    gates: list[GateOut]
    sections: list[SectionOut]


class TierOut(BaseModel):
    id: int
    name: str
    section_id: int
    section: str
    price: str
    fee: str
    quota: int | None


class EventOut(BaseModel):
    id: int
    title: str
    category: str
    venue_id: int
    venue: str
    city: str
    status: str
    doors_at: datetime
    starts_at: datetime
    age_limit: int | None
    tags: list[str]


class EventDetail(EventOut):
    details: dict[str, Any]
    tiers: list[TierOut]


class EventList(BaseModel):
    events: list[EventOut]
    total: int
    next_offset: int | None


class TierSales(BaseModel):
    tier_id: int
    name: str
    capacity: int | None
    sold: int
    held: int


class SalesOut(BaseModel):
    event_id: int
    title: str
    sold: int = Field(description="Valid and used tickets of orders that are paid")
    held: int = Field(description="Tickets of orders that wait for payment")
    gross: str = Field(description="Paid totals less refunds, fees included")
    tiers: list[TierSales]


class SeatOut(BaseModel):
    row: str
    number: int
    is_accessible: bool
    view: str
    free: bool


class SeatMap(BaseModel):
    event_id: int
    section_id: int
    section: str
    seats: list[SeatOut]


class CustomerOut(BaseModel):
    id: int
    full_name: str
    email: str
    phone: str | None
    newsletter: bool


class TicketOut(BaseModel):
    id: int
    code: str
    order_id: int
    event_id: int
    tier: str
    section_id: int
    row: str | None
    number: int | None
    holder_name: str
    price: str
    status: str


class OrderOut(BaseModel):
    id: int
    reference: str
    customer_id: int
    customer: str
    event_id: int
    event: str
    status: str
    promo_code: str | None
    subtotal: str
    discount: str
    fees: str
    total: str
    payment_method: str | None
    placed_at: datetime
    ticket_count: int


class OrderDetail(OrderOut):
    tickets: list[TicketOut]


class RefundOut(BaseModel):
    id: int
    order_id: int
    order_status: str
    reason: str
    amount: str
    ticket_ids: list[int]


class PromoOut(BaseModel):
    id: int
    code: str
    kind: str
    value: str = Field(description="Percent, or an amount of money")
    event_id: int | None
    max_uses: int | None
    used_count: int
    active: bool


class ScanResult(BaseModel):
    code: str
    accepted: bool
    holder_name: str | None
    reason: str | None


class ScanReport(BaseModel):
    accepted: int
    rejected: int
    results: list[ScanResult]


class GateCount(BaseModel):
    gate: str
    checked_in: int


class AttendanceOut(BaseModel):
    event_id: int
    expected: int
    checked_in: int
    by_gate: list[GateCount]


class WaitlistOut(BaseModel):
    position: int
    user_id: int
    name: str
    quantity: int
    joined_at: datetime


class NoteOut(BaseModel):
    id: int
    event_id: int
    author: str
    body: str
    pinned: bool
    written_at: datetime


class PosterOut(BaseModel):
    event_id: int
    mime: str
    size_bytes: int
    image_base64: str
    alt_text: str | None


class CancelledEvent(BaseModel):
    event_id: int
    status: str
    orders_cancelled: int
    orders_refunded: int
    amount_refunded: str


class RescheduledEvent(BaseModel):
    event: EventOut
    paid_orders_affected: int


class Removed(BaseModel):
    removed: bool


class TierIn(BaseModel):
    section_id: int
    name: str = Field(min_length=1, max_length=60)
    price: Money
    fee: Money = "0.00"
    quota: int | None = Field(default=None, ge=1, description="Required where people stand")


class EventIn(BaseModel):
    title: str = Field(min_length=2)
    category: Category
    venue_id: int
    doors_at: NaiveDatetime
    starts_at: NaiveDatetime
    age_limit: int | None = Field(default=None, ge=3, le=21)
    tags: list[str] = Field(default_factory=list)
    details: dict[str, Any] = Field(default_factory=dict, description="Free-form facts about the event")
    tiers: list[TierIn] = Field(default_factory=list)


class EventPatch(BaseModel):
    title: str | None = Field(default=None, min_length=2)
    category: Category | None = None
    age_limit: int | None = Field(
        default=None,
        ge=3,
        le=21,
        description="null lifts the limit",
        json_schema_extra={"type": ["integer", "null"]},
    )
    tags: list[str] | None = Field(default=None, description="Replaces all tags")
    details: dict[str, Any] | None = Field(
        default=None, description="Merged into the present details; a key set to null is removed"
    )


class TierPatch(BaseModel):
    price: Money | None = None
    fee: Money | None = None
    quota: int | None = Field(default=None, ge=1)


class RescheduleIn(BaseModel):
    starts_at: NaiveDatetime
    doors_at: NaiveDatetime | None = Field(
        default=None, description="Keeps its distance to the start when left out"
    )


class CustomerIn(BaseModel):
    full_name: str = Field(min_length=2)
    email: str = Field(pattern=r"^[^@\s]+@[^@\s]+$")
    phone: str | None = None
    newsletter: bool = False


class CustomerPatch(BaseModel):
    full_name: str | None = Field(default=None, min_length=2)
    email: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+$")
    phone: str | None = Field(default=None, json_schema_extra={"type": ["string", "null"]})
    newsletter: bool | None = None


class SeatChoice(BaseModel):
    tier_id: int
    row: str | None = Field(default=None, description="Row label; null where people stand")
    number: int | None = Field(default=None, description="Seat number; null where people stand")
    holder_name: str = Field(min_length=2)


class OrderIn(BaseModel):
    customer_id: int
    event_id: int
    tickets: list[SeatChoice] = Field(min_length=1, max_length=8)
    promo_code: str | None = None


class PromoUse(BaseModel):
    code: str


class PaymentIn(BaseModel):
    method: PaymentMethod


class RefundIn(BaseModel):
    ticket_ids: list[int] = Field(min_length=1)
    reason: str = Field(min_length=3)
    include_fees: bool = False


class TicketPatch(BaseModel):
    holder_name: str = Field(min_length=2)


class SeatMove(BaseModel):
    row: str
    number: int = Field(ge=1)


class PromoIn(BaseModel):
    code: str = Field(pattern=r"^[A-Z0-9]{4,16}$")
    kind: Literal["percent", "amount"]
    value: str = Field(pattern=r"^\d{1,4}(\.\d{2})?$", description="Whole percent, or an amount such as 5.00")
    event_id: int | None = Field(default=None, description="Only for this event")
    max_uses: int | None = Field(default=None, ge=1)


class PromoPatch(BaseModel):
    active: bool | None = None
    max_uses: int | None = Field(default=None, ge=1, json_schema_extra={"type": ["integer", "null"]})


class ScanIn(BaseModel):
    gate_id: int
    codes: list[str] = Field(min_length=1, max_length=50)


class WaitlistIn(BaseModel):
    user_id: int
    quantity: int = Field(ge=1, le=8)


class NoteIn(BaseModel):
    body: str = Field(min_length=1)
    pinned: bool = False


class PosterIn(BaseModel):
    mime: Literal["image/png", "image/svg+xml"]
    image_base64: str = Field(min_length=4)
    alt_text: str | None = None


# ---------------------------------------------------------------- helpers


def money(cents: int) -> str:
    return f"{Decimal(cents) / 100:.2f}"


def cents(amount: str) -> int:
    return int(Decimal(amount) * 100)


def fetch(db: Session, model: Any, key: Any, label: str) -> Any:
    row = db.get(model, key)
    if row is None:
        raise HTTPException(status_code=404, detail=f"{label} not found")
    return row


def conflict(detail: str) -> HTTPException:
    return HTTPException(status_code=409, detail=detail)


def tier_out(tier: PriceTier) -> TierOut:
    return TierOut(
        id=tier.id,
        name=tier.name,
        section_id=tier.section_id,
        section=tier.section.name,
        price=money(tier.price_cents),
        fee=money(tier.fee_cents),
        quota=tier.quota,
    )


def event_fields(row: Event) -> dict[str, Any]:
    return {
        "id": row.id,
        "title": row.title,
        "category": row.category,
        "venue_id": row.venue_id,
        "venue": row.venue.name,
        "city": row.venue.city,
        "status": row.status,
        "doors_at": row.doors_at,
        "starts_at": row.starts_at,
        "age_limit": row.age_limit,
        "tags": row.tags,
    }


def event_detail(row: Event) -> EventDetail:
    return EventDetail(**event_fields(row), details=row.details, tiers=[tier_out(t) for t in row.tiers])


def customer_out(user: User) -> CustomerOut:
    return CustomerOut(
        id=user.id, full_name=user.full_name, email=user.email, phone=user.phone, newsletter=user.newsletter
    )


def ticket_out(ticket: Ticket) -> TicketOut:
    return TicketOut(
        id=ticket.id,
        code=ticket.code,
        order_id=ticket.order_id,
        event_id=ticket.event_id,
        tier=ticket.tier.name,
        section_id=ticket.section_id,
        row=ticket.row_label,
        number=ticket.seat_number,
        holder_name=ticket.holder_name,
        price=money(ticket.price_cents),
        status=ticket.status,
    )


def order_fields(order: Order) -> dict[str, Any]:
    return {
        "id": order.id,
        "reference": order.reference,
        "customer_id": order.customer_id,
        "customer": order.customer.full_name,
        "event_id": order.event_id,
        "event": order.event.title,
        "status": order.status,
        "promo_code": order.promo_code.code if order.promo_code else None,
        "subtotal": money(order.subtotal_cents),
        "discount": money(order.discount_cents),
        "fees": money(order.fees_cents),
        "total": money(order.total_cents),
        "payment_method": order.payment_method,
        "placed_at": order.placed_at,
        "ticket_count": sum(t.status != "void" for t in order.tickets),
    }


def order_detail(order: Order) -> OrderDetail:
    return OrderDetail(**order_fields(order), tickets=[ticket_out(t) for t in order.tickets])


def promo_out(promo: PromoCode) -> PromoOut:
    return PromoOut(
        id=promo.id,
        code=promo.code,
        kind=promo.kind,
        value=str(promo.value) if promo.kind == "percent" else money(promo.value),
        event_id=promo.event_id,
        max_uses=promo.max_uses,
        used_count=promo.used_count,
        active=promo.active,
    )


def refund_out(refund: Refund) -> RefundOut:
    return RefundOut(
        id=refund.id,
        order_id=refund.order_id,
        order_status=refund.order.status,
        reason=refund.reason,
        amount=money(sum(line.amount_cents for line in refund.lines)),
        ticket_ids=[line.ticket_id for line in refund.lines],
    )


def new_tier(db: Session, row: Event, body: TierIn) -> PriceTier:
    section = fetch(db, Section, body.section_id, f"Section {body.section_id}")
    if section.venue_id != row.venue_id:
        raise HTTPException(status_code=422, detail="The section belongs to another venue")
    if section.kind == "standing" and body.quota is None:
        raise HTTPException(status_code=422, detail="A standing section needs a quota")
    if any(tier.name == body.name for tier in row.tiers):
        raise conflict(f"The event already has a tier '{body.name}'")
    tier = PriceTier(
        section_id=section.id,
        name=body.name,
        price_cents=cents(body.price),
        fee_cents=cents(body.fee),
        quota=body.quota,
    )
    row.tiers.append(tier)
    return tier


def sold_in_tier(db: Session, tier_id: int) -> int:
    query = db.query(func.count(Ticket.id)).filter(Ticket.tier_id == tier_id, Ticket.status != "void")
    return int(query.scalar())


def seat_is_taken(db: Session, event_id: int, section_id: int, row: str, number: int) -> bool:
    query = db.query(Ticket.id).filter(
        Ticket.event_id == event_id,
        Ticket.section_id == section_id,
        Ticket.row_label == row,
        Ticket.seat_number == number,
        Ticket.status != "void",
    )
    return query.first() is not None


def new_ticket(db: Session, order: Order, choice: SeatChoice) -> Ticket:
    tier = fetch(db, PriceTier, choice.tier_id, f"Tier {choice.tier_id}")
    if tier.event_id != order.event_id:
        raise HTTPException(status_code=422, detail=f"Tier {tier.id} is of another event")
    if tier.quota is not None and sold_in_tier(db, tier.id) >= tier.quota:
        raise conflict(f"'{tier.name}' is sold out")
    if tier.section.kind == "standing":
        if choice.row is not None or choice.number is not None:
            raise HTTPException(status_code=422, detail=f"'{tier.name}' has no numbered seats")
    else:
        seat = (
            db.get(Seat, (tier.section_id, choice.row, choice.number))
            if choice.row and choice.number
            else None
        )
        if seat is None:
            raise HTTPException(status_code=404, detail=f"Seat {choice.row}{choice.number} not found")
        if seat_is_taken(db, order.event_id, tier.section_id, seat.row_label, seat.seat_number):
            raise conflict(f"Seat {seat.row_label}{seat.seat_number} is taken")
    ticket = Ticket(
        order_id=order.id,
        event_id=order.event_id,
        tier_id=tier.id,
        section_id=tier.section_id,
        row_label=choice.row,
        seat_number=choice.number,
        code=uuid.uuid4().hex[:10].upper(),
        holder_name=choice.holder_name,
        price_cents=tier.price_cents,
        fee_cents=tier.fee_cents,
    )
    db.add(ticket)
    db.flush()
    return ticket


def use_promo(db: Session, order: Order, code: str) -> None:
    promo = db.query(PromoCode).filter(PromoCode.code == code.upper()).first()
    if promo is None:
        raise HTTPException(status_code=404, detail=f"Promo code {code} not found")
    if not promo.active:
        raise conflict("The promo code is switched off")
    if promo.event_id is not None and promo.event_id != order.event_id:
        raise conflict("The promo code is for another event")
    if promo.max_uses is not None and promo.used_count >= promo.max_uses:
        raise conflict("The promo code is used up")
    off = order.subtotal_cents * promo.value // 100 if promo.kind == "percent" else promo.value
    order.promo_code_id = promo.id
    order.discount_cents = min(off, order.subtotal_cents)
    promo.used_count += 1


def refund_lines(db: Session, order: Order, tickets: list[Ticket], reason: str, include_fees: bool) -> Refund:
    """Voids the tickets; each gives back its price less its part of the order's discount."""
    refund = Refund(order_id=order.id, reason=reason, issued_by=AGENT_ID)
    for ticket in tickets:
        discount = 0
        if order.subtotal_cents:
            discount = ticket.price_cents * order.discount_cents // order.subtotal_cents
        amount = ticket.price_cents - discount + (ticket.fee_cents if include_fees else 0)
        refund.lines.append(RefundTicket(ticket_id=ticket.id, amount_cents=amount))
        ticket.status = "void"
    db.add(refund)
    db.flush()
    order.status = "part_refunded" if any(t.status != "void" for t in order.tickets) else "refunded"
    return refund


def in_order(start: datetime, doors: datetime) -> None:
    if doors > start:
        raise HTTPException(status_code=422, detail="Doors cannot open after the start")


app = FastAPI(title="Event Ticketing", version="1.0.0")
EventId = Annotated[int, Path(description="Event id")]
OrderId = Annotated[int, Path(description="Order id")]
TicketId = Annotated[int, Path(description="Ticket id")]


# ---------------------------------------------------------------- venues and events


@app.get(
    "/venues",
    operation_id="list_venues",
    summary="List venues",
    description="All venues, or those of one city.",
    response_model=list[VenueOut],
)
async def list_venues(city: str | None = None) -> Any:
    with SessionLocal() as db:
        query = db.query(Venue).order_by(Venue.id)
        if city:
            query = query.filter(func.lower(Venue.city) == city.lower())
        return [VenueOut.model_validate(v, from_attributes=True) for v in query]


@app.get(
    "/venues/{venue_id}",
    operation_id="get_venue",
    summary="Show a venue",
    description="One venue with its gates and sections.",
    response_model=VenueDetail,
)
async def get_venue(venue_id: int) -> Any:
    with SessionLocal() as db:
        venue = fetch(db, Venue, venue_id, "Venue")
        return VenueDetail(
            **VenueOut.model_validate(venue, from_attributes=True).model_dump(),
            gates=[GateOut(id=g.id, label=g.label) for g in venue.gates],
            sections=[
                SectionOut(id=s.id, name=s.name, kind=s.kind, seats=len(s.seats)) for s in venue.sections
            ],
        )


@app.get(
    "/events",
    operation_id="list_events",
    summary="List events",
    description="Events by start time. `status` may be given several times; `tag` matches one tag exactly.",
    response_model=EventList,
)
async def list_events(
    q: Annotated[str | None, Query(description="Part of the title")] = None,
    category: Category | None = None,
    city: str | None = None,
    status: Annotated[list[EventStatus] | None, Query(description="Any of these")] = None,
    tag: str | None = None,
    starts_from: NaiveDatetime | None = None,
    starts_to: NaiveDatetime | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    offset: Annotated[int, Query(ge=0)] = 0,
) -> Any:
    with SessionLocal() as db:
        query = db.query(Event).join(Venue)
        if q:
            query = query.filter(Event.title.ilike(f"%{q}%"))
        if category:
            query = query.filter(Event.category == category)
        if city:
            query = query.filter(func.lower(Venue.city) == city.lower())
        if status:
            query = query.filter(Event.status.in_(status))
        if starts_from:
            query = query.filter(Event.starts_at >= starts_from)
        if starts_to:
            query = query.filter(Event.starts_at <= starts_to)
        found = [row for row in query.order_by(Event.starts_at, Event.id) if tag is None or tag in row.tags]
        page = found[offset : offset + limit]
        more = offset + limit < len(found)
        return EventList(
            events=[EventOut(**event_fields(row)) for row in page],
            total=len(found),
            next_offset=offset + limit if more else None,
        )


@app.post(
    "/events",
    operation_id="create_event",
    summary="Create an event",
    description="Creates a draft with its price tiers. It goes on sale with `publish_event`.",
    response_model=EventDetail,
    status_code=201,
)
async def create_event(body: EventIn) -> Any:
    in_order(body.starts_at, body.doors_at)
    with SessionLocal() as db:
        fetch(db, Venue, body.venue_id, "Venue")
        row = Event(**body.model_dump(exclude={"tiers"}))
        db.add(row)
        db.flush()
        for tier in body.tiers:
            new_tier(db, row, tier)
        db.commit()
        return event_detail(row)


@app.get(
    "/events/{event_id}",
    operation_id="get_event",
    summary="Show an event",
    description="One event with details and price tiers.",
    response_model=EventDetail,
)
async def get_event(event_id: EventId) -> Any:
    with SessionLocal() as db:
        return event_detail(fetch(db, Event, event_id, "Event"))


@app.patch(
    "/events/{event_id}",
    operation_id="update_event",
    summary="Update an event",
    description="Changes the given fields. Dates change with `reschedule_event` only.",
    response_model=EventDetail,
)
async def update_event(event_id: EventId, body: EventPatch) -> Any:
    with SessionLocal() as db:
        row = fetch(db, Event, event_id, "Event")
        changes = body.model_dump(exclude_unset=True)
        details = changes.pop("details", None)
        if details is not None:
            merged = {**row.details, **details}
            row.details = {
                key: value for key, value in merged.items() if key not in details or value is not None
            }
        for field, value in changes.items():
            if value is None and field != "age_limit":
                raise HTTPException(status_code=422, detail=f"{field} may not be empty")
            setattr(row, field, value)
        db.commit()
        return event_detail(row)


@app.post(
    "/events/{event_id}/publish",
    operation_id="publish_event",
    summary="Put an event on sale",
    description="Moves a draft with at least one price tier to on_sale.",
    response_model=EventOut,
)
async def publish_event(event_id: EventId) -> Any:
    with SessionLocal() as db:
        row = fetch(db, Event, event_id, "Event")
        if row.status != "draft":
            raise conflict(f"The event is {row.status}")
        if not row.tiers:
            raise conflict("The event has no price tier")
        row.status = "on_sale"
        db.commit()
        return EventOut(**event_fields(row))


@app.post(
    "/events/{event_id}/reschedule",
    operation_id="reschedule_event",
    summary="Reschedule an event",
    description="Moves start and doors. Orders stay as they are; the answer says how many paid ones there "
    "are."
    "Moves start and doors. Orders stay as they are; the answer says how many paid ones there are.",
    response_model=RescheduledEvent,
)
async def reschedule_event(event_id: EventId, body: RescheduleIn) -> Any:
    with SessionLocal() as db:
        row = fetch(db, Event, event_id, "Event")
        if row.status == "cancelled":
            raise conflict("The event is cancelled")
        doors_at = body.doors_at or body.starts_at - (row.starts_at - row.doors_at)
        in_order(body.starts_at, doors_at)
        row.starts_at, row.doors_at = body.starts_at, doors_at
        db.commit()
        paid = db.query(Order).filter(Order.event_id == event_id, Order.status.in_(["paid", "part_refunded"]))
        return RescheduledEvent(event=EventOut(**event_fields(row)), paid_orders_affected=paid.count())


@app.post(
    "/events/{event_id}/cancel",
    operation_id="cancel_event",
    summary="Cancel an event",
    description="Cancels held orders and refunds paid ones in full, fees included. Cannot be undone.",
    response_model=CancelledEvent,
)
async def cancel_event(
    event_id: EventId,
    reason: Annotated[str, Body(embed=True, min_length=3, description="Shown on every refund")],
) -> Any:
    with SessionLocal() as db:
        row = fetch(db, Event, event_id, "Event")
        if row.status == "cancelled":
            raise conflict("The event is already cancelled")
        cancelled = refunded = amount = 0
        for order in db.query(Order).filter(Order.event_id == event_id).order_by(Order.id):
            valid = [t for t in order.tickets if t.status == "valid"]
            if order.status == "held":
                order.status = "cancelled"
                for ticket in valid:
                    ticket.status = "void"
                cancelled += 1
            elif order.status in {"paid", "part_refunded"} and valid:
                refund = refund_lines(db, order, valid, reason, include_fees=True)
                amount += sum(line.amount_cents for line in refund.lines)
                refunded += 1
        row.status = "cancelled"
        db.commit()
        return CancelledEvent(
            event_id=event_id,
            status=row.status,
            orders_cancelled=cancelled,
            orders_refunded=refunded,
            amount_refunded=money(amount),
        )


@app.get(
    "/events/{event_id}/sales",
    operation_id="get_event_sales",
    summary="Show the sales of an event",
    description="Tickets sold and held, per tier and in all, and what was taken less what was refunded.",
    response_model=SalesOut,
)
async def get_event_sales(event_id: EventId) -> Any:
    with SessionLocal() as db:
        row = fetch(db, Event, event_id, "Event")
        orders = db.query(Order).filter(Order.event_id == event_id).all()
        live = [(o.status == "held", t) for o in orders for t in o.tickets if t.status != "void"]
        refunds = db.query(func.sum(RefundTicket.amount_cents)).join(Refund).join(Order)
        back = refunds.filter(Order.event_id == event_id).scalar() or 0
        taken = sum(o.total_cents for o in orders if o.status in {"paid", "part_refunded", "refunded"})
        tiers = [
            TierSales(
                tier_id=tier.id,
                name=tier.name,
                capacity=tier.quota or len(tier.section.seats),
                sold=sum(not held and t.tier_id == tier.id for held, t in live),
                held=sum(held and t.tier_id == tier.id for held, t in live),
            )
            for tier in row.tiers
        ]
        return SalesOut(
            event_id=event_id,
            title=row.title,
            sold=sum(t.sold for t in tiers),
            held=sum(t.held for t in tiers),
            gross=money(taken - back),
            tiers=tiers,
        )


@app.get(
    "/events/{event_id}/seat-map/{section_id}",
    operation_id="get_seat_map",
    summary="Show the seat map of a section",
    description="Every seat of the section with whether it is free for this event.",
    response_model=SeatMap,
)
async def get_seat_map(
    event_id: EventId,
    section_id: int,
    row: Annotated[str | None, Query(description="Only this row")] = None,
    free_only: bool = False,
) -> Any:
    with SessionLocal() as db:
        event_row = fetch(db, Event, event_id, "Event")
        section = fetch(db, Section, section_id, "Section")
        if section.venue_id != event_row.venue_id:
            raise HTTPException(status_code=404, detail="Section not found at the event's venue")
        seats = [
            SeatOut(
                row=seat.row_label,
                number=seat.seat_number,
                is_accessible=seat.is_accessible,
                view=seat.view,
                free=not seat_is_taken(db, event_id, section_id, seat.row_label, seat.seat_number),
            )
            for seat in section.seats
            if row is None or seat.row_label == row.upper()
        ]
        return SeatMap(
            event_id=event_id,
            section_id=section_id,
            section=section.name,
            seats=[seat for seat in seats if seat.free or not free_only],
        )


@app.post(
    "/events/{event_id}/tiers",
    operation_id="add_price_tier",
    summary="Add a price tier",
    description="Adds a tier for a section of the event's venue.",
    response_model=TierOut,
    status_code=201,
)
async def add_price_tier(event_id: EventId, body: TierIn) -> Any:
    with SessionLocal() as db:
        tier = new_tier(db, fetch(db, Event, event_id, "Event"), body)
        db.commit()
        return tier_out(tier)


@app.patch(
    "/events/{event_id}/tiers/{tier_id}",
    operation_id="update_price_tier",
    summary="Change a price tier",
    description="Changes price, fee or quota for orders to come; tickets already sold keep their price.",
    response_model=TierOut,
)
async def update_price_tier(event_id: EventId, tier_id: int, body: TierPatch) -> Any:
    with SessionLocal() as db:
        tier = fetch(db, PriceTier, tier_id, "Tier")
        if tier.event_id != event_id:
            raise HTTPException(status_code=404, detail="Tier not found for this event")
        if body.price is not None:
            tier.price_cents = cents(body.price)
        if body.fee is not None:
            tier.fee_cents = cents(body.fee)
        if body.quota is not None:
            if body.quota < sold_in_tier(db, tier_id):
                raise conflict("More tickets than that are sold already")
            tier.quota = body.quota
        db.commit()
        return tier_out(tier)


# ---------------------------------------------------------------- customers and orders


@app.get(
    "/customers",
    operation_id="search_customers",
    summary="Search customers",
    description="Customers by part of name, e-mail or phone.",
    response_model=list[CustomerOut],
)
async def search_customers(
    q: Annotated[str, Query(min_length=2, description="Part of name, e-mail or phone")],
) -> Any:
    with SessionLocal() as db:
        like = f"%{q}%"
        query = db.query(User).filter(User.role == "customer")
        query = query.filter(User.full_name.ilike(like) | User.email.ilike(like) | User.phone.ilike(like))
        return [customer_out(u) for u in query.order_by(User.full_name)]


@app.post(
    "/customers",
    operation_id="create_customer",
    summary="Create a customer",
    description="Adds a customer; the e-mail address must be new.",
    response_model=CustomerOut,
    status_code=201,
)
async def create_customer(body: CustomerIn) -> Any:
    with SessionLocal() as db:
        if db.query(User.id).filter(User.email == body.email).first():
            raise conflict("This e-mail address is known already")
        user = User(**body.model_dump())
        db.add(user)
        db.commit()
        return customer_out(user)


@app.patch(
    "/customers/{customer_id}",
    operation_id="update_customer",
    summary="Update a customer",
    description="Changes the given fields; `phone` may be set to null.",
    response_model=CustomerOut,
)
async def update_customer(customer_id: int, body: CustomerPatch) -> Any:
    with SessionLocal() as db:
        user = fetch(db, User, customer_id, "Customer")
        for field, value in body.model_dump(exclude_unset=True).items():
            if value is None and field != "phone":
                raise HTTPException(status_code=422, detail=f"{field} may not be empty")
            setattr(user, field, value)
        db.commit()
        return customer_out(user)


@app.get(
    "/orders",
    operation_id="list_orders",
    summary="List orders",
    description="Orders by customer, event and status, oldest first.",
    response_model=list[OrderOut],
)
async def list_orders(
    customer_id: int | None = None, event_id: int | None = None, status: OrderStatus | None = None
) -> Any:
    with SessionLocal() as db:
        query = db.query(Order)
        if customer_id is not None:
            query = query.filter(Order.customer_id == customer_id)
        if event_id is not None:
            query = query.filter(Order.event_id == event_id)
        if status is not None:
            query = query.filter(Order.status == status)
        return [OrderOut(**order_fields(o)) for o in query.order_by(Order.id)]


@app.post(
    "/orders",
    operation_id="create_order",
    summary="Create an order",
    description="Holds tickets for a customer, each with its tier, holder and, where people sit, its seat.",
    response_model=OrderDetail,
    status_code=201,
)
async def create_order(body: OrderIn) -> Any:
    with SessionLocal() as db:
        row = fetch(db, Event, body.event_id, "Event")
        fetch(db, User, body.customer_id, "Customer")
        if row.status not in {"on_sale", "sold_out"}:
            raise conflict(f"The event is {row.status}")
        number = (db.query(func.max(Order.id)).scalar() or 0) + 1
        order = Order(
            id=number,
            reference=f"ORD-{2000 + number}",
            customer_id=body.customer_id,
            event_id=body.event_id,
            subtotal_cents=0,
        )
        db.add(order)
        db.flush()
        tickets = [new_ticket(db, order, choice) for choice in body.tickets]
        order.subtotal_cents = sum(t.price_cents for t in tickets)
        order.fees_cents = sum(t.fee_cents for t in tickets)
        if body.promo_code:
            use_promo(db, order, body.promo_code)
        db.commit()
        return order_detail(order)


@app.get(
    "/orders/{order_id}",
    operation_id="get_order",
    summary="Show an order",
    description="One order with its tickets and their codes.",
    response_model=OrderDetail,
)
async def get_order(order_id: OrderId) -> Any:
    with SessionLocal() as db:
        return order_detail(fetch(db, Order, order_id, "Order"))


@app.post(
    "/orders/{order_id}/promo-code",
    operation_id="apply_promo_code",
    summary="Apply a promo code",
    description="Applies a code to a held order that has none yet.",
    response_model=OrderDetail,
)
async def apply_promo_code(order_id: OrderId, body: PromoUse) -> Any:
    with SessionLocal() as db:
        order = fetch(db, Order, order_id, "Order")
        if order.status != "held":
            raise conflict(f"The order is {order.status}")
        if order.promo_code_id is not None:
            raise conflict("The order already has a promo code")
        use_promo(db, order, body.code)
        db.commit()
        return order_detail(order)


@app.post(
    "/orders/{order_id}/pay",
    operation_id="pay_order",
    summary="Take the payment of an order",
    description="Marks a held order as paid.",
    response_model=OrderOut,
)
async def pay_order(order_id: OrderId, body: PaymentIn) -> Any:
    with SessionLocal() as db:
        order = fetch(db, Order, order_id, "Order")
        if order.status != "held":
            raise conflict(f"The order is {order.status}")
        order.status = "paid"
        order.payment_method = body.method
        db.commit()
        return OrderOut(**order_fields(order))


@app.post(
    "/orders/{order_id}/cancel",
    operation_id="cancel_order",
    summary="Cancel a held order",
    description="Releases the seats of an order that was not paid yet.",
    response_model=OrderOut,
)
async def cancel_order(order_id: OrderId) -> Any:
    with SessionLocal() as db:
        order = fetch(db, Order, order_id, "Order")
        if order.status != "held":
            raise conflict(f"The order is {order.status}")
        for ticket in order.tickets:
            ticket.status = "void"
        order.status = "cancelled"
        db.commit()
        return OrderOut(**order_fields(order))


@app.get(
    "/orders/{order_id}/refunds",
    operation_id="list_refunds",
    summary="List the refunds of an order",
    description="Refunds of the order with their tickets.",
    response_model=list[RefundOut],
)
async def list_refunds(order_id: OrderId) -> Any:
    with SessionLocal() as db:
        fetch(db, Order, order_id, "Order")
        return [
            refund_out(r) for r in db.query(Refund).filter(Refund.order_id == order_id).order_by(Refund.id)
        ]


@app.post(
    "/orders/{order_id}/refunds",
    operation_id="refund_tickets",
    summary="Refund tickets",
    description="Voids valid tickets of a paid order and gives back their price less their part of the "
    "discount. "
    "Fees are given back only with `include_fees`.",
    response_model=RefundOut,
    status_code=201,
)
async def refund_tickets(order_id: OrderId, body: RefundIn) -> Any:
    with SessionLocal() as db:
        order = fetch(db, Order, order_id, "Order")
        if order.status not in {"paid", "part_refunded"}:
            raise conflict(f"The order is {order.status}")
        valid = {t.id: t for t in order.tickets if t.status == "valid"}
        wrong = [i for i in body.ticket_ids if i not in valid]
        if wrong:
            raise HTTPException(status_code=422, detail=f"Not valid tickets of this order: {wrong}")
        tickets = [valid[i] for i in dict.fromkeys(body.ticket_ids)]
        refund = refund_lines(db, order, tickets, body.reason, body.include_fees)
        db.commit()
        return refund_out(refund)


# ---------------------------------------------------------------- tickets and check-in


@app.get(
    "/tickets/by-code/{code}",
    operation_id="find_ticket",
    summary="Find a ticket by its code",
    description="The ticket with this code, in any letter case.",
    response_model=TicketOut,
)
async def find_ticket(code: str) -> Any:
    with SessionLocal() as db:
        ticket = db.query(Ticket).filter(Ticket.code == code.upper()).first()
        if ticket is None:
            raise HTTPException(status_code=404, detail="Ticket not found")
        return ticket_out(ticket)


@app.patch(
    "/tickets/{ticket_id}",
    operation_id="rename_ticket_holder",
    summary="Change the holder of a ticket",
    description="Puts another name on a valid ticket.",
    response_model=TicketOut,
)
async def rename_ticket_holder(ticket_id: TicketId, body: TicketPatch) -> Any:
    with SessionLocal() as db:
        ticket = fetch(db, Ticket, ticket_id, "Ticket")
        if ticket.status != "valid":
            raise conflict(f"The ticket is {ticket.status}")
        ticket.holder_name = body.holder_name
        db.commit()
        return ticket_out(ticket)


@app.post(
    "/tickets/{ticket_id}/move",
    operation_id="move_ticket",
    summary="Move a ticket to another seat",
    description="Moves a valid ticket to a free seat of the same section.",
    response_model=TicketOut,
)
async def move_ticket(ticket_id: TicketId, body: SeatMove) -> Any:
    with SessionLocal() as db:
        ticket = fetch(db, Ticket, ticket_id, "Ticket")
        if ticket.status != "valid" or ticket.row_label is None:
            raise conflict("Only valid tickets with a seat can move")
        seat = fetch(db, Seat, (ticket.section_id, body.row.upper(), body.number), "Seat")
        if seat_is_taken(db, ticket.event_id, ticket.section_id, seat.row_label, seat.seat_number):
            raise conflict(f"Seat {seat.row_label}{seat.seat_number} is taken")
        ticket.row_label, ticket.seat_number = seat.row_label, seat.seat_number
        db.commit()
        return ticket_out(ticket)


@app.post(
    "/events/{event_id}/check-ins",
    operation_id="check_in_tickets",
    summary="Check in tickets at a gate",
    description="Scans up to 50 codes at once. Codes that cannot be admitted are rejected one by one, "
    "with a reason."
    "Scans up to 50 codes at once. Codes that cannot be admitted are rejected one by one, with a reason.",
    response_model=ScanReport,
)
async def check_in_tickets(event_id: EventId, body: ScanIn) -> Any:
    with SessionLocal() as db:
        row = fetch(db, Event, event_id, "Event")
        gate = fetch(db, Gate, body.gate_id, "Gate")
        if gate.venue_id != row.venue_id:
            raise HTTPException(status_code=422, detail="The gate belongs to another venue")
        results = []
        for code in dict.fromkeys(c.upper() for c in body.codes):
            ticket = db.query(Ticket).filter(Ticket.code == code).first()
            reason = None
            if ticket is None:
                reason = "unknown code"
            elif ticket.event_id != event_id:
                reason = "ticket of another event"
            elif ticket.order.status == "held":
                reason = "order is not paid"
            elif ticket.status != "valid":
                reason = f"ticket is {ticket.status}"
            else:
                ticket.status = "used"
                db.add(CheckIn(ticket_id=ticket.id, gate_id=gate.id, scanned_by=AGENT_ID))
            holder = ticket.holder_name if ticket else None
            results.append(ScanResult(code=code, accepted=reason is None, holder_name=holder, reason=reason))
        db.commit()
        accepted = sum(r.accepted for r in results)
        return ScanReport(accepted=accepted, rejected=len(results) - accepted, results=results)


@app.get(
    "/events/{event_id}/attendance",
    operation_id="get_attendance",
    summary="Show the attendance of an event",
    description="How many are expected and how many came, by gate.",
    response_model=AttendanceOut,
)
async def get_attendance(event_id: EventId) -> Any:
    with SessionLocal() as db:
        row = fetch(db, Event, event_id, "Event")
        tickets = db.query(Ticket).join(Order).filter(Ticket.event_id == event_id, Ticket.status != "void")
        expected = tickets.filter(Order.status != "held").count()
        scans = db.query(CheckIn.gate_id).join(Ticket).filter(Ticket.event_id == event_id).all()
        by_gate = [
            GateCount(gate=gate.label, checked_in=sum(gate_id == gate.id for (gate_id,) in scans))
            for gate in row.venue.gates
        ]
        return AttendanceOut(event_id=event_id, expected=expected, checked_in=len(scans), by_gate=by_gate)


# ---------------------------------------------------------------- promo codes


@app.get(
    "/promo-codes",
    operation_id="list_promo_codes",
    summary="List promo codes",
    description="All promo codes, or those that are switched on.",
    response_model=list[PromoOut],
)
async def list_promo_codes(active_only: bool = False) -> Any:
    with SessionLocal() as db:
        query = db.query(PromoCode).order_by(PromoCode.id)
        return [promo_out(p) for p in query if p.active or not active_only]


@app.post(
    "/promo-codes",
    operation_id="create_promo_code",
    summary="Create a promo code",
    description="Creates a percentage or a fixed amount off, for all events or for one.",
    response_model=PromoOut,
    status_code=201,
)
async def create_promo_code(body: PromoIn) -> Any:
    value = int(Decimal(body.value)) if body.kind == "percent" else cents(body.value)
    if value < 1 or (body.kind == "percent" and (value > 100 or value != Decimal(body.value))):
        raise HTTPException(status_code=422, detail="Percent must be whole, 1 to 100; amounts above zero")
    with SessionLocal() as db:
        if db.query(PromoCode.id).filter(PromoCode.code == body.code).first():
            raise conflict("This code exists already")
        if body.event_id is not None:
            fetch(db, Event, body.event_id, "Event")
        promo = PromoCode(**body.model_dump(exclude={"value"}), value=value)
        db.add(promo)
        db.commit()
        return promo_out(promo)


@app.patch(
    "/promo-codes/{promo_id}",
    operation_id="update_promo_code",
    summary="Change a promo code",
    description="Switches a code on or off, or changes how often it may be used (null: without limit).",
    response_model=PromoOut,
)
async def update_promo_code(promo_id: int, body: PromoPatch) -> Any:
    with SessionLocal() as db:
        promo = fetch(db, PromoCode, promo_id, "Promo code")
        if body.active is not None:
            promo.active = body.active
        if "max_uses" in body.model_fields_set:
            if body.max_uses is not None and body.max_uses < promo.used_count:
                raise conflict("The code was used more often than that")
            promo.max_uses = body.max_uses
        db.commit()
        return promo_out(promo)


# ---------------------------------------------------------------- waiting list, notes, posters


def waitlist_out(db: Session, event_id: int) -> list[WaitlistOut]:
    entries = db.query(WaitlistEntry).filter(WaitlistEntry.event_id == event_id)
    return [
        WaitlistOut(
            position=position,
            user_id=e.user_id,
            name=e.user.full_name,
            quantity=e.quantity,
            joined_at=e.joined_at,
        )
        for position, e in enumerate(
            entries.order_by(WaitlistEntry.joined_at, WaitlistEntry.user_id), start=1
        )
    ]


@app.get(
    "/events/{event_id}/waitlist",
    operation_id="list_waitlist",
    summary="Show the waiting list of an event",
    description="Who waits for how many tickets, first come first.",
    response_model=list[WaitlistOut],
)
async def list_waitlist(event_id: EventId) -> Any:
    with SessionLocal() as db:
        fetch(db, Event, event_id, "Event")
        return waitlist_out(db, event_id)


@app.post(
    "/events/{event_id}/waitlist",
    operation_id="join_waitlist",
    summary="Put a customer on the waiting list",
    description="Adds the customer at the end; once per event.",
    response_model=list[WaitlistOut],
    status_code=201,
)
async def join_waitlist(event_id: EventId, body: WaitlistIn) -> Any:
    with SessionLocal() as db:
        fetch(db, Event, event_id, "Event")
        fetch(db, User, body.user_id, "Customer")
        if db.get(WaitlistEntry, (event_id, body.user_id)):
            raise conflict("The customer is on the waiting list already")
        db.add(WaitlistEntry(event_id=event_id, **body.model_dump()))
        db.commit()
        return waitlist_out(db, event_id)


@app.delete(
    "/events/{event_id}/waitlist/{user_id}",
    operation_id="leave_waitlist",
    summary="Take a customer off the waiting list",
    description="Removes the customer's entry.",
    response_model=Removed,
)
async def leave_waitlist(event_id: EventId, user_id: int) -> Any:
    with SessionLocal() as db:
        db.delete(fetch(db, WaitlistEntry, (event_id, user_id), "Waiting list entry"))
        db.commit()
        return Removed(removed=True)


def note_out(note: EventNote) -> NoteOut:
    return NoteOut(
        id=note.id,
        event_id=note.event_id,
        author=note.author.full_name,
        body=note.body,
        pinned=note.pinned,
        written_at=note.written_at,
    )


@app.get(
    "/events/{event_id}/notes",
    operation_id="list_event_notes",
    summary="List the team's notes on an event",
    description="Pinned notes first, then the newest.",
    response_model=list[NoteOut],
)
async def list_event_notes(event_id: EventId) -> Any:
    with SessionLocal() as db:
        fetch(db, Event, event_id, "Event")
        query = db.query(EventNote).filter(EventNote.event_id == event_id)
        return [note_out(n) for n in query.order_by(EventNote.pinned.desc(), EventNote.written_at.desc())]


@app.post(
    "/events/{event_id}/notes",
    operation_id="add_event_note",
    summary="Add a note to an event",
    description="Adds a note of the current agent for the team.",
    response_model=NoteOut,
    status_code=201,
)
async def add_event_note(event_id: EventId, body: NoteIn) -> Any:
    with SessionLocal() as db:
        fetch(db, Event, event_id, "Event")
        note = EventNote(event_id=event_id, author_id=AGENT_ID, **body.model_dump())
        db.add(note)
        db.commit()
        return note_out(note)


@app.get(
    "/events/{event_id}/poster",
    operation_id="get_poster",
    summary="Get the poster of an event",
    description="The poster as base64 with its media type.",
    response_model=PosterOut,
)
async def get_poster(event_id: EventId) -> Any:
    with SessionLocal() as db:
        return poster_out(fetch(db, Poster, event_id, "Poster"))


@app.put(
    "/events/{event_id}/poster",
    operation_id="put_poster",
    summary="Set the poster of an event",
    description="Stores or replaces the poster: PNG or SVG, at most 64 KiB.",
    response_model=PosterOut,
)
async def put_poster(event_id: EventId, body: PosterIn) -> Any:
    try:
        image = base64.b64decode(body.image_base64, validate=True)
    except binascii.Error as error:
        raise HTTPException(status_code=422, detail="image_base64 is not base64") from error
    if len(image) > 65536:
        raise HTTPException(status_code=413, detail="The poster is larger than 64 KiB")
    with SessionLocal() as db:
        fetch(db, Event, event_id, "Event")
        poster = db.get(Poster, event_id) or Poster(event_id=event_id)
        poster.mime, poster.image, poster.alt_text = body.mime, image, body.alt_text
        db.add(poster)
        db.commit()
        return poster_out(poster)


def poster_out(poster: Poster) -> PosterOut:
    return PosterOut(
        event_id=poster.event_id,
        mime=poster.mime,
        size_bytes=len(poster.image),
        image_base64=base64.b64encode(poster.image).decode(),
        alt_text=poster.alt_text,
    )


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.getenv("HOST", "127.0.0.1"), port=int(os.getenv("PORT", "8000")))
